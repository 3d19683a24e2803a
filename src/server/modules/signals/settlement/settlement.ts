import { priceDigits } from '#domain/market/currency-pair.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import type { VoidReason } from '#domain/signals/outcome.ts';
import { asMarketClock, type MarketClock, minuteMs } from '#domain/time.ts';
import { settle, type Settlement } from '#engine/settlement/settle.ts';
import { isReplay, restartingReplay } from '#server/config/market.ts';
import { inTransaction, type Transaction } from '#server/database/connection.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import { markDecided } from '#server/modules/record/append/append-leaves.ts';
import type { Component } from '#server/start/component.ts';
import { notifyAutoRuns } from '../auto-runs/auto-run.ts';
import type { SignalsContext } from '../signals-context.ts';
import type { SettledSignal } from '../signals.api.ts';
import {
  type FeedScope,
  findNextExpiry,
  insertOutcomes,
  listOpenSignals,
  lockDueSignals,
  lockEntering,
  lockOpenSignals,
  type NewOutcome,
  type SignalRow,
  updateToSettled,
} from '../signals.repository.ts';
import { toSignalDto } from '../to-signal-dto.ts';
import {
  awaitEntry,
  enterLate,
  entriesWritten,
  getExpiry,
  liveSignal,
  lookForIssued,
  takeTick,
  watchPair,
} from './entries.ts';
import { deleteTicksOfFeed, findLastTicks, tickKey, type TickRow, toDecidingTick } from './ticks.repository.ts';

/** What happens to a signal after its issue: entry, log of its ticks, settlement. */
export function settlementComponents(ctx: SignalsContext): readonly Component[] {
  const { engine, tickLog } = ctx;
  ctx.settledListeners.push((settled) => notifyAutoRuns(ctx, settled));
  engine.onTick((tick) => takeTick(ctx, tick));
  ctx.bus.onNotice('signal_issued', (signal) => {
    if (ctx.leader.isLeading()) awaitEntry(ctx, signal);
  });
  const looking = lookForIssued(ctx);
  const own = settleRegularly(ctx, ownMarket(ctx));
  const others = settleRegularly(ctx, otherMarkets(ctx));
  return [
    {
      name: 'results for auto runs',
      duty: 'lead',
      start: () => undefined,
      stop: async () => void (await Promise.all(ctx.notices)),
    },
    { name: 'tick log', duty: 'lead', start: tickLog.begin, stop: tickLog.flush },
    {
      name: 'entries',
      duty: 'lead',
      start: async () => {
        await resume(ctx);
        engine.onStarted(looking.start);
      },
      stop: async () => {
        await looking.stop();
        await entriesWritten(ctx);
      },
    },
    { name: 'settlement', duty: 'lead', start: () => engine.onStarted(own.start), stop: own.stop },
    {
      name: 'settlement of other markets',
      duty: 'lead',
      start: () => engine.onStarted(others.start),
      stop: others.stop,
    },
  ];
}

/** The signals of one market, or of all others, and how they settle. */
export interface SettledMarket {
  readonly feeds: FeedScope;
  /** The clock by which they expire. */
  readonly clock: MarketClock;
  /** Whether a record is kept of it. */
  readonly isRecorded: boolean;
  /** Until when every tick that decides is known, milliseconds of market time. */
  readonly decidableUntil: () => number;
  /** How often expired signals are looked for, in real time. */
  readonly periodMs: number;
}

/** The market that this process runs. */
export const ownMarket = ({ engine }: SignalsContext): SettledMarket => ({
  feeds: { only: engine.feed.id },
  isRecorded: !isReplay(engine.feed.id),
  clock: engine,
  decidableUntil: engine.decidableUntil,
  periodMs: 200,
});

/** Allows for a clock that differs: every tick of these markets is logged already. */
const othersDelayMs = 5_000;

/** Signals of markets that do not run expire by the wall clock and settle from their logged ticks. */
export function otherMarkets({ engine, clock }: SignalsContext): SettledMarket {
  const wallTime = asMarketClock(clock);
  return {
    feeds: { except: engine.feed.id },
    isRecorded: false,
    clock: wallTime,
    decidableUntil: () => wallTime.now() - othersDelayMs,
    periodMs: 5_000,
  };
}

/**
 * After a start, open signals resume from the database, however the last run ended. An entry whose
 * tick was logged is written, others wait for the next tick; expired signals settle from the log; a
 * pair with an open signal is watched again. Signals of another market wait for their expiry,
 * unless that market runs again before.
 */
export async function resume(ctx: SignalsContext): Promise<void> {
  const { leaderDb: db } = ctx;
  const { id } = ctx.engine.feed;
  const feeds = { only: id };
  // It begins at another position each time, so the prices of its earlier signals never arrive.
  if (id === restartingReplay) {
    while ((await voidOpen(ctx, ownMarket(ctx))) > 0);
    while ((await deleteTicksOfFeed(db, id)) > 0);
  }
  for (const signal of await listOpenSignals(db, feeds))
    watchPair(ctx, signal.symbol, { from: signal.issuedAt.getTime(), until: getExpiry(signal) + minuteMs });
  for (const signal of await enterLate(ctx, feeds)) awaitEntry(ctx, signal);
}

/** An error (database down) is logged and the next iteration retries. */
const settleRegularly = (ctx: SignalsContext, market: SettledMarket): Repeating =>
  repeat({
    firstAfterMs: 0,
    everyMs: market.periodMs,
    task: (stopping) => settleOnce(ctx, market, stopping),
    onError: (error) => ctx.log.error({ err: error }, 'settlement failed; retrying'),
    after: ctx.scheduler.after,
  });

/** One iteration. While another process may be the leader, nothing is settled here. */
export async function settleOnce(ctx: SignalsContext, market: SettledMarket, stopping?: AbortSignal): Promise<void> {
  if (!ctx.leader.isLeading()) return;
  const until = market.decidableUntil();
  // Deciding ticks must be in the log before anything is decided from it.
  await ctx.tickLog.flush();
  while ((await settleDue(ctx, market, until)) > 0 && !stopping?.aborted);
  await enterOrVoid(ctx, market, until);
}

/** Enters signals whose first tick was logged, and voids those whose first tick did not come in time. */
export async function enterOrVoid(ctx: SignalsContext, market: SettledMarket, until: number): Promise<void> {
  const missed = await enterLate(ctx, market.feeds, until - signalLimits.entryTickWithinMs);
  const ids = missed.slice(0, batchSize).map(({ id }) => id);
  if (ids.length === 0) return;
  await commit(ctx, market, until, async (tx) =>
    (await lockEntering(tx, ids)).map((signal) => toVoid(signal, 'no_entry_tick')),
  );
}

/** All that a measurement of settling (bench/rows) has. */
type SettlingContext = Pick<
  SignalsContext,
  'leaderDb' | 'enqueueUserEvents' | 'crashPoint' | 'settledListeners' | 'log'
>;

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
    // The lock of ordered writes is held since enqueueUserEvents; this update rides on it.
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
