import { priceDigits } from '#domain/market/currency-pair.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import type { VoidReason } from '#domain/signals/outcome.ts';
import type { MarketClock } from '#domain/time.ts';
import { settle, type Settlement } from '#engine/settlement/settle.ts';
import { inTransaction, type Transaction } from '#server/database/connection.ts';
import { markDecided } from '#server/modules/record/append/append-leaves.ts';
import type { SignalsContext } from '../signals-context.ts';
import type { SettledSignal } from '../signals.api.ts';
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
import { toSignalDto } from '../to-signal-dto.ts';
import { liveSignal } from './entries.ts';
import { findLastTicks, tickKey, type TickRow, toDecidingTick } from './ticks.repository.ts';
/** A measurement has no more. */
type SettlingContext = Pick<
  SignalsContext,
  'leaderDb' | 'enqueueUserEvents' | 'crashPoint' | 'settledListeners' | 'log'
>;

/** The signals of one market, or of all others, and how they settle. */
export interface SettledMarket {
  readonly feeds: FeedScope;
  /** By which they expire. */
  readonly clock: MarketClock;
  /** Whether a record is kept of it. */
  readonly isRecorded: boolean;
  /** Until when every tick that decides is known, milliseconds of market time. */
  readonly decidableUntil: () => number;
  /** How often expired signals are looked for, in real time. */
  readonly periodMs: number;
}

/** Max signals per transaction, so that no lock is held for long. */
const batchSize = 1_000;

interface Decided {
  readonly signal: SignalRow;
  readonly settlement: Settlement;
}

/** Settles signals that expired at or before `expiredBy` from the tick log. Returns their number. */
export async function settleDue(ctx: SettlingContext, market: SettledMarket, expiredBy: number): Promise<number> {
  const { feeds } = market;
  // A loop asks several times a second, and rarely anything is due: no transaction for that.
  const next = await findNextExpiry(ctx.leaderDb, feeds);
  if (next === null || next.getTime() > expiredBy) return 0;
  return commit(ctx, market, expiredBy, async (tx) => {
    const due = await lockDueSignals(tx, { now: new Date(expiredBy), feeds, limit: batchSize });
    const wanted = due.flatMap(({ feed, symbol, expiresAt }) => (expiresAt ? [{ feed, symbol, at: expiresAt }] : []));
    const lastTicks = await findLastTicks(tx, wanted, signalLimits.closingTickMaxAgeMs);
    return due.map((signal) => decide(signal, lastTicks));
  });
}

/** Voids entering signals whose first tick did not come in time. */
export const voidMissedEntries = (ctx: SettlingContext, market: SettledMarket, now: number): Promise<number> =>
  commit(ctx, market, now, async (tx) => {
    const { feeds } = market;
    const issuedBefore = new Date(now - signalLimits.entryTickWithinMs);
    const missed = await lockMissedEntries(tx, { issuedBefore, feeds, limit: batchSize });
    return missed.map((signal) => toVoid(signal, 'no_entry_tick'));
  });

/**
 * Voids a batch of open signals, because their market never continues from where it stopped. Returns
 * their number; 0: none is left.
 */
export const voidOpen = (ctx: SettlingContext, market: SettledMarket): Promise<number> =>
  commit(ctx, market, market.clock.now(), async (tx) => {
    const open = await lockOpenSignals(tx, batchSize, market.feeds);
    return open.map((signal) => toVoid(signal, 'feed_gap'));
  });

/**
 * A signal settles once because `outcomes` has one row per signal. Status and user events are written
 * in the same transaction; streams are notified after the commit. Its outcome in the record follows
 * from the same ticks (shadow/settle-statements.ts).
 */
const commit = (
  ctx: SettlingContext,
  { clock, isRecorded }: SettledMarket,
  until: number,
  choose: (tx: Transaction) => Promise<Decided[]>,
): Promise<number> =>
  inTransaction(ctx.leaderDb, async (work) => {
    const { crashPoint } = ctx;
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
    await ctx.enqueueUserEvents(work, news);
    if (settled.length > 0)
      work.afterCommit(() =>
        notifySettled(
          ctx,
          settled.map(({ signal }) => settledSignal(signal, settledAt)),
        ),
      );
    // Last, because its lock blocks every other writer of the record until this commit.
    if (isRecorded) await markDecided(work.tx, until);
    crashPoint('settle.before-commit');
    return settled.length;
  });

/** A listener that throws hides a settlement from no other. */
export function notifySettled({ settledListeners, log }: SettlingContext, settled: readonly SettledSignal[]): void {
  for (const listener of settledListeners) {
    try {
      listener(settled);
    } catch (error) {
      log.error({ err: error }, 'a listener of settlements failed');
    }
  }
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
