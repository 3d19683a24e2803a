import { toInstant, isId } from '#contract/wire.ts';
import type { VoidCause } from '#domain/signals/outcome.ts';
import { inTransaction, type UnitOfWork } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { appendLeaves, lockRecord } from '#server/modules/record/append/append-leaves.ts';
import { isWaiting } from '#server/modules/record/append/stored-leaves.ts';
import type { Platform } from '#server/start/platform.ts';
import { insertOutcomes, lockSignal, type SignalRow, updateToVoidByOperator } from '../signals.repository.ts';
import { toSignalDto } from '../to-signal-dto.ts';

/** What an operator's command has too. */
type VoidingContext = Pick<Platform, 'db' | 'clock' | 'marketClock' | 'enqueueUserEvents'>;

interface Voiding {
  readonly adminId: string;
  readonly signalId: string;
  readonly reason: string;
  readonly cause: VoidCause;
}

/**
 * An administrator excludes a signal from all statistics, for a stated reason, while it has no
 * outcome: afterwards its result would choose what counts. The signal is never deleted, and void is
 * final.
 */
export const voidSignal = (
  ctx: VoidingContext,
  { adminId: actorId, signalId, reason, cause }: Voiding,
): Promise<void> =>
  inTransaction(ctx.db, async (work) => {
    const signal = isId(signalId) ? await lockSignal(work.tx, signalId) : undefined;
    if (!signal) throw apiError('signal_not_found');
    if (signal.result === 'void') return;
    if (signal.status === 'settled') throw apiError('signal_expired');
    await writeAudit(work.tx, {
      actorId,
      action: 'signal.void',
      targetId: signal.id,
      reason,
      before: { result: null },
      after: { result: 'void', cause },
      at: new Date(ctx.clock.now()),
    });
    await writeVoid(ctx, work, signal, cause);
  });

async function writeVoid(
  { marketClock, enqueueUserEvents }: VoidingContext,
  work: UnitOfWork,
  signal: SignalRow,
  cause: VoidCause,
): Promise<void> {
  const { tx } = work;
  const at = new Date(marketClock.now());
  await insertOutcomes(tx, [{ signalId: signal.id, result: 'void', voidReason: 'operator', settledAt: at }]);
  const voided = await updateToVoidByOperator(tx, signal.id);
  const news = { userId: signal.userId, name: 'result' as const, data: toSignalDto(voided) };
  await enqueueUserEvents(work, signal.deletedAt === null ? [news] : []);
  if (signal.recordIndex === null) return;
  // The record states the kind of error; the free text may name people and stays in the audit log.
  const head = await lockRecord(tx);
  if (!(await isWaiting(tx, signal.recordIndex))) throw apiError('signal_expired');
  const voidedAt = toInstant(Math.max(at.getTime(), head.newestAt));
  await appendLeaves(tx, head, [{ kind: 'void', of: signal.recordIndex, cause, at: voidedAt }]);
}
