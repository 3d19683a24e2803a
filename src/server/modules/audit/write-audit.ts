import { desc, sql } from 'drizzle-orm';
import type { AuditAction } from '#domain/accounts/audit-action.ts';
import type { Transaction } from '#server/database/connection.ts';
import { type AuditState, auditLog } from '#server/database/tables/audit-tables.ts';
import { hashOfEntry } from './audit.repository.ts';

/** Who did what to whom or what, why and when. */
interface AuditEntry {
  readonly actorId: string;
  readonly action: AuditAction;
  readonly targetId: string;
  /** In the administrator's words, where a reason is required. */
  readonly reason?: string | undefined;
  /** The changed fields before and after the change: no e-mail, no secret. */
  readonly before?: AuditState;
  readonly after?: AuditState;
  readonly at: Date;
}

/**
 * In the transaction of the action it records, so that no administrator action goes unrecorded.
 * Entries are chained under a lock; a caller that also needs `orderWrites` takes that lock later.
 */
export const writeAudit = async (tx: Transaction, entry: AuditEntry): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('kurs.audit_log'))`);
  const row = { before: null, after: null, ...entry, reason: entry.reason ?? null };
  await tx.insert(auditLog).values({ ...row, hash: hashOfEntry(await findLastHash(tx), row) });
};

const findLastHash = async (tx: Transaction): Promise<Buffer | null> =>
  (await tx.select({ hash: auditLog.hash }).from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]?.hash ?? null;
