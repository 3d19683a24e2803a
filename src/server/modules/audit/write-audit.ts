import { sql } from 'drizzle-orm';
import type { AuditAction } from '#domain/accounts/audit-action.ts';
import type { Transaction } from '#server/database/connection.ts';
import { type AuditState, auditLog } from '#server/database/signal-tables.ts';
import { findLastHash } from './audit.repository.ts';
import { hashOfEntry } from './hash-of-entry.ts';

/** Who did what to whom or what, why and when. */
export interface AuditEntry {
  readonly actorId: string;
  readonly action: AuditAction;
  readonly targetId: string;
  /** In the administrator's words, where some are asked for. */
  readonly reason?: string | undefined;
  /** The fields that were changed, as they were and as they became: no e-mail, no secret. */
  readonly before?: AuditState;
  readonly after?: AuditState;
  readonly at: Date;
}

/**
 * In the transaction of what it tells: nothing is done by an administrator that is not written down. Entries are chained
 * one after the other; whoever also takes `orderWrites` takes it later.
 */
export const writeAudit = async (tx: Transaction, entry: AuditEntry): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('kurs.audit_log'))`);
  const row = { before: null, after: null, ...entry, reason: entry.reason ?? null };
  await tx.insert(auditLog).values({ ...row, hash: hashOfEntry(await findLastHash(tx), row) });
};
