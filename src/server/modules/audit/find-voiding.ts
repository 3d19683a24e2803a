import { and, desc, eq } from 'drizzle-orm';
import type { SignalFile } from '#contract/admin/signals.ts';
import { toInstant } from '#contract/wire.ts';
import { type VoidCause, voidCauses } from '#domain/signals/outcome.ts';
import type { Database } from '#server/database/connection.ts';
import { users } from '#server/database/schema.ts';
import { auditLog } from '#server/database/tables/audit-tables.ts';
import { emailOfActor } from './audit.repository.ts';

/** Who voided a signal, and why; null when nobody did. */
export async function findVoiding(db: Database, signalId: string): Promise<SignalFile['voiding']> {
  const [found] = await db
    .select({ entry: auditLog, actorEmail: emailOfActor })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.targetId, signalId), eq(auditLog.action, 'signal.void')))
    .orderBy(desc(auditLog.id))
    .limit(1);
  if (!found) return null;
  const { entry, actorEmail: by } = found;
  const cause = entry.after?.cause;
  return { cause: isCause(cause) ? cause : 'other', reason: entry.reason, by, at: toInstant(entry.at.getTime()) };
}

const isCause = (value: unknown): value is VoidCause => voidCauses.some((cause) => cause === value);
