import type { SignalFile } from '#contract/admin/signals.ts';
import { toInstant } from '#contract/wire.ts';
import { type VoidCause, voidCauses } from '#domain/signals/outcome.ts';
import type { Database } from '#server/database/connection.ts';
import { findNewestEntry } from './audit.repository.ts';

/** Who voided a signal, and why; null when nobody did. */
export async function findVoiding(db: Database, signalId: string): Promise<SignalFile['voiding']> {
  const found = await findNewestEntry(db, signalId, 'signal.void');
  if (!found) return null;
  const { entry, actorEmail: by } = found;
  const cause = entry.after?.cause;
  return { cause: isCause(cause) ? cause : 'other', reason: entry.reason, by, at: toInstant(entry.at.getTime()) };
}

const isCause = (value: unknown): value is VoidCause => voidCauses.some((cause) => cause === value);
