import type { MarketClock } from '#domain/time.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { limits } from '#domain/signals/limits.ts';
import type { VoidReason } from '#domain/signals/outcome.ts';
import { settle, type Settlement } from '#engine/settlement/settle.ts';
import { type Transaction, inTransaction } from '#server/database/connection.ts';
import { markDecided } from '#server/modules/record/append/append-leaves.ts';
import type { Platform } from '#server/start/platform.ts';
import {
  type FeedScope,
  findNextExpiry,
  insertOutcomes,
  lockDueSignals,
  lockMissedEntries,
  lockOpenSignals,
  type NewOutcome,
  type SignalRow,
  updateToSettled,
} from '../signals.repository.ts';
import { liveSignal } from './engine-signal.ts';
import { findLastTicks, type TickRow, tickKey, toDecidingTick } from './ticks.repository.ts';
import type { SettledSignal } from '../signals.api.ts';
import { toSignalDto } from '../to-signal-dto.ts';

export type Settler = ReturnType<typeof createSettler>;

export interface SettlerDependencies extends Pick<Platform, 'db' | 'enqueueUserEvents' | 'crashPoint'> {
  /** Scope of the settled signals; each is settled by the clock of its market. */
  readonly feeds: FeedScope;
  readonly clock: MarketClock;
  /** Whether a record is kept of its market. */
  readonly isRecorded: boolean;
  /** Called after the commit, not awaited. */
  readonly afterSettled?: (settled: readonly SettledSignal[]) => void;
}

/** Max signals per transaction, so that no lock is held for long. */
const batchSize = 1_000;

interface Decided {
  readonly signal: SignalRow;
  readonly settlement: Settlement;
}

/**
 * A signal settles once because `outcomes` has one row per signal. Status and user events are written
 * in the same transaction; streams are notified after the commit. Its outcome in the record follows
 * from the same ticks (shadow/settle-statements.ts).
 */
export function createSettler(needs: SettlerDependencies) {
  const { db, feeds, isRecorded, enqueueUserEvents, clock, crashPoint, afterSettled } = needs;
  const commit = (until: number, choose: (tx: Transaction) => Promise<Decided[]>): Promise<number> =>
    inTransaction(db, async (work) => {
      const decided = await choose(work.tx);
      if (decided.length === 0) return 0;
      crashPoint('settle.before-write');
      const settledAt = new Date(clock.now());
      const isNew = await insertOutcomes(
        work.tx,
        decided.map((one) => outcomeRow(one, settledAt)),
      );
      const settled = decided.filter(({ signal }) => isNew.has(signal.id));
      if (settled.length > 0) work.afterCommit(() => crashPoint('settle.after-commit'));
      const columns = settled.map((one) => ({ id: one.signal.id, ...getColumns(one) }));
      await updateToSettled(work.tx, columns);
      // A signal that its user has deleted settles without user events; the record keeps it.
      const news = settled
        .filter(({ signal }) => signal.deletedAt === null)
        .map((one) => ({
          userId: one.signal.userId,
          name: 'result' as const,
          data: toSignalDto({ ...one.signal, ...getColumns(one), status: 'settled' }),
        }));
      await enqueueUserEvents(work, news);
      if (settled.length > 0)
        work.afterCommit(() => afterSettled?.(settled.map(({ signal }) => settledSignal(signal, settledAt))));
      // Last, because its lock blocks every other writer of the record until this commit.
      if (isRecorded) await markDecided(work.tx, until);
      crashPoint('settle.before-commit');
      return settled.length;
    });

  const voided = (signals: SignalRow[], voidReason: VoidReason): Decided[] =>
    signals.map((signal) => toVoid(signal, voidReason));

  return {
    /**
     * Settles signals that expired at or before `expiredBy` from the tick log. Returns their number.
     */
    settleDue: async (expiredBy: number): Promise<number> => {
      // A loop asks several times a second, and rarely anything is due: no transaction for that.
      const next = await findNextExpiry(db, feeds);
      if (next === null || next.getTime() > expiredBy) return 0;
      return commit(expiredBy, async (tx) => {
        const due = await lockDueSignals(tx, { now: new Date(expiredBy), feeds, limit: batchSize });
        const wanted = due.flatMap(({ feed, symbol, expiresAt }) =>
          expiresAt ? [{ feed, symbol, at: expiresAt }] : [],
        );
        const lastTicks = await findLastTicks(tx, wanted, limits.closingTickMaxAgeMs);
        return due.map((signal) => decide(signal, lastTicks));
      });
    },
    /** Voids entering signals whose first tick did not come in time. */
    voidMissedEntries: (now: number): Promise<number> =>
      commit(now, async (tx) => {
        const issuedBefore = new Date(now - limits.entryTickWithinMs);
        return voided(await lockMissedEntries(tx, { issuedBefore, feeds, limit: batchSize }), 'no_entry_tick');
      }),
    /**
     * Voids a batch of open signals, because their market never continues from where it stopped. Returns
     * their number; 0: none is left.
     */
    voidOpen: (): Promise<number> =>
      commit(clock.now(), async (tx) => voided(await lockOpenSignals(tx, batchSize, feeds), 'feed_gap')),
  };
}

const toVoid = (signal: SignalRow, voidReason: VoidReason): Decided => ({
  signal,
  settlement: { result: 'void', voidReason },
});

const settledSignal = ({ id, expiresAt }: SignalRow, settledAt: Date): SettledSignal => ({
  id,
  lagMs: expiresAt ? settledAt.getTime() - expiresAt.getTime() : null,
});

function decide(row: SignalRow, lastTicks: ReadonlyMap<string, TickRow>): Decided {
  const signal = liveSignal(row);
  const tick = lastTicks.get(tickKey(row.feed, row.symbol, signal.expiresAt));
  return { signal: row, settlement: settle(signal, tick ? toDecidingTick(tick) : null, priceDigits(row.symbol)) };
}

const getColumns = ({ settlement }: Decided) =>
  settlement.result === 'void'
    ? { result: settlement.result, closePrice: null, voidReason: settlement.voidReason }
    : { result: settlement.result, closePrice: settlement.closePrice, voidReason: null };

function outcomeRow({ signal, settlement }: Decided, settledAt: Date): NewOutcome {
  const base = { signalId: signal.id, result: settlement.result, entryTickAt: signal.openedAt, settledAt };
  if (settlement.result === 'void') return { ...base, voidReason: settlement.voidReason };
  const { closePrice, closingTick } = settlement;
  return {
    ...base,
    closePrice,
    closingTickAt: new Date(closingTick.time),
    closingBid: closingTick.bid,
    closingAsk: closingTick.ask,
  };
}
