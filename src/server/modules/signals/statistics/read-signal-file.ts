import type { SignalFile } from '#contract/admin/signals.ts';
import { isId, toInstant, toInstantOrNull } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { findVoiding } from '#server/modules/audit/find-voiding.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { Platform } from '#server/start/platform.ts';
import { findOwner, findRecordedSignal, listTicks, type RecordedSignal } from './all-signals.repository.ts';
import { pricesOfSignal } from '../settlement/prices-of-signal.ts';
import { toAnySignalDto } from './list-all-signals.ts';

/**
 * Everything about one signal that decides whether it should be voided. Includes its owner, so the
 * access is written to the audit log.
 */
export type ReadSignalFile = (adminId: string, signalId: string) => Promise<SignalFile>;

export const createReadSignalFile =
  ({ db, clock, marketClock }: Pick<Platform, 'db' | 'clock' | 'marketClock'>): ReadSignalFile =>
  async (actorId, signalId) => {
    const found = isId(signalId) ? await findRecordedSignal(db, signalId) : undefined;
    const user = found && (await findOwner(db, found.signal.userId));
    if (!found || !user) throw apiError('signal_not_found');
    const { signal, leaf, outcome } = found;
    if (user.id !== actorId) {
      const entry = { actorId, action: 'signal.read', targetId: signal.id, at: new Date(clock.now()) } as const;
      await inTransaction(db, ({ tx }) => writeAudit(tx, entry));
    }
    return {
      ...toAnySignalDto(found),
      user,
      modelVersion: signal.modelVersion,
      feed: signal.feed,
      outcome: outcome && toOutcomeDto(outcome),
      recordedAt: toInstant(leaf.at.getTime()),
      leafHash: leaf.leafHash.toString('hex'),
      prices: await readPrices(db, signal, marketClock.now()),
      voiding: await findVoiding(db, signal.id),
    };
  };

const toOutcomeDto = (outcome: NonNullable<RecordedSignal['outcome']>): NonNullable<SignalFile['outcome']> => ({
  result: outcome.result,
  closePrice: outcome.closePrice,
  closingTickAt: toInstantOrNull(outcome.closingTickAt),
  closingBid: outcome.closingBid,
  closingAsk: outcome.closingAsk,
  settledAt: toInstant(outcome.settledAt.getTime()),
});

/** For an open signal up to now: the future is not a gap. */
async function readPrices(db: Database, signal: RecordedSignal['signal'], now: number): Promise<SignalFile['prices']> {
  const { symbol, issuedAt, openedAt, expiresAt } = signal;
  const end = (expiresAt ?? issuedAt).getTime();
  const period = { symbol, from: openedAt ?? issuedAt, to: new Date(Math.min(end, now)) };
  return pricesOfSignal(await listTicks(db, signal, period.from, period.to), period);
}
