import type { Transaction } from '#server/database/connection.ts';
import { auditLog } from '#server/database/signal-tables.ts';

/** Who did what to whom or what, why and when. */
interface AuditEntry {
  readonly actorId: string;
  /** Noun and verb. */
  readonly action: 'signal.void' | 'signals.read';
  readonly targetId: string;
  /** In the administrator's words, where some are asked for. */
  readonly reason?: string;
  readonly at: Date;
}

/** In the transaction of what it tells: nothing is done by an administrator that is not written down. */
export const writeAudit = async (tx: Transaction, entry: AuditEntry): Promise<void> => {
  await tx.insert(auditLog).values(entry);
};
