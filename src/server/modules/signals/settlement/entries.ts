import { priceDigits } from '#domain/market/currency-pair.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import { enter, type EnteringSignal, isEntryMissed, type LiveSignal } from '#engine/settlement/settle.ts';
import type { Tick } from '#engine/tick/tick.ts';
import { inTransaction } from '#server/database/connection.ts';
import { isolateFailures } from '#server/jobs/isolate-failures.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { Entry, SignalsContext } from '../signals-context.ts';
import { type FeedScope, listEntering, type SignalRow, updateToLive } from '../signals.repository.ts';
import { toSignalDto } from '../to-signal-dto.ts';
import { toRow } from './tick-log.ts';
import { findFirstTicks, insertTicks, tickKey, type TickRow } from './ticks.repository.ts';

/**
 * A signal that was stored, by this process or another: the first of the recent ticks at or after its
 * issue decides, so that hearing of it late changes nothing. Repeated calls have no effect.
 */
export function awaitEntry(ctx: SignalsContext, signal: EnteringSignal): void {
  const { id, symbol, issuedAt, duration } = signal;
  if (ctx.entering.has(id) || ctx.entriesUnderWay.has(id)) return;
  const [first] = watchPair(ctx, symbol, { from: issuedAt, until: latestExpiry(issuedAt, duration) + minuteMs });
  if (first) decideEntry(ctx, signal, first);
  else ctx.entering.set(id, signal);
}

/**
 * From now on logs the pair's ticks with `from` <= time <= `until`, milliseconds of market time, and returns
 * those that have arrived already and are new to the log, oldest first.
 */
export function watchPair(
  { watchedUntil, engine, tickLog }: SignalsContext,
  symbol: string,
  { from, until }: { readonly from: number; readonly until: number },
): readonly Tick[] {
  watchedUntil.set(symbol, Math.max(until, watchedUntil.get(symbol) ?? 0));
  const arrived = engine.recentTicks(symbol, from).filter(tickLog.isNew);
  for (const tick of arrived) tickLog.add(tick);
  return arrived;
}

/** Logs the tick of a pair with an open signal, and enters the signals that wait for it. */
export function takeTick(ctx: SignalsContext, tick: Tick): void {
  if (tick.time <= (ctx.watchedUntil.get(tick.symbol) ?? Number.NEGATIVE_INFINITY)) ctx.tickLog.add(tick);
  for (const signal of ctx.entering.values())
    if (signal.symbol === tick.symbol && tick.time >= signal.issuedAt) decideEntry(ctx, signal, tick);
}

/** Resolves when all entries under way have been written. */
export const entriesWritten = async ({ entriesUnderWay }: SignalsContext): Promise<void> => {
  await Promise.all(entriesUnderWay.values());
};

function decideEntry(ctx: SignalsContext, signal: EnteringSignal, tick: Tick): void {
  const { id } = signal;
  ctx.entering.delete(id);
  // A missed one stays in the database as entering; the settlement loop voids it.
  if (isEntryMissed(signal, tick.time)) return;
  const work = enterWith(ctx, signal, tick);
  ctx.entriesUnderWay.set(id, work);
  void work.finally(() => ctx.entriesUnderWay.delete(id));
}

const writeTries = 3;

/**
 * The first tick decides, however late it is written: a failed write is recovered from the tick
 * log before the signal is voided.
 */
async function enterWith(ctx: SignalsContext, signal: EnteringSignal, tick: Tick): Promise<void> {
  for (let tries = writeTries; tries > 0; tries--) {
    try {
      await enterSignal(ctx, signal, toRow(ctx.engine.feed.id, tick));
      return;
    } catch (error) {
      logFailure(ctx, signal, error);
    }
  }
}

const logFailure = ({ log }: SignalsContext, { id }: EnteringSignal, err: unknown): void =>
  log.error({ err, signal: id }, 'writing the entry of a signal failed; retrying');

/**
 * Sets the entry price of an entering signal from this tick. Undefined: the tick does not decide
 * the entry, or the signal has already entered.
 */
export async function enterSignal(
  ctx: SignalsContext,
  signal: EnteringSignal,
  tick: TickRow,
): Promise<SignalRow | undefined> {
  const { time, bid, ask } = tick;
  const live = enter(signal, { time: time.getTime(), bid, ask }, priceDigits(signal.symbol));
  return live === 'waiting' || live === 'missed' ? undefined : ctx.writeEntry({ live, tick });
}

/** The deciding ticks are saved in the same transaction, so the source of a price is never lost. */
export async function writeEntries(
  { leaderDb, enqueueUserEvents, crashPoint }: SignalsContext,
  entries: readonly Entry[],
): Promise<(SignalRow | undefined)[]> {
  const rows = await inTransaction(leaderDb, async (work) => {
    work.afterCommit(() => crashPoint('entry.after-commit'));
    await insertTicks(
      work.tx,
      entries.map(({ tick }) => tick),
    );
    const entered = await updateToLive(work.tx, entries.map(getColumns));
    if (entered.length === 0) return entered;
    const shown = entered.filter((row) => row.deletedAt === null);
    const news = shown.map((row) => ({ userId: row.userId, name: 'signal' as const, data: toSignalDto(row) }));
    await enqueueUserEvents(work, news);
    crashPoint('entry.before-commit');
    return entered;
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return entries.map(({ live }) => byId.get(live.id));
}

const getColumns = ({ live }: Entry) => ({
  id: live.id,
  openPrice: live.openPrice,
  openedAt: new Date(live.openedAt),
  expiresAt: new Date(live.expiresAt),
});

/** A stored signal in the form of the engine, with times in milliseconds of market time. */
export const enteringSignal = (row: SignalRow): EnteringSignal => ({
  id: row.id,
  symbol: row.symbol,
  direction: row.direction,
  duration: row.duration,
  issuedAt: row.issuedAt.getTime(),
});

/** Throws for a signal without an entry. */
export function liveSignal(row: SignalRow): LiveSignal {
  if (row.openPrice === null || !row.openedAt || !row.expiresAt) throw new Error(`live signal ${row.id} has no entry`);
  return {
    ...enteringSignal(row),
    openPrice: row.openPrice,
    openedAt: row.openedAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
  };
}

/** Its expiry, or the latest one that it can have while it is entering; milliseconds of market time. */
export const getExpiry = ({ expiresAt, issuedAt, duration }: SignalRow): number =>
  expiresAt?.getTime() ?? latestExpiry(issuedAt.getTime(), duration);

const lookPeriodMs = 1_000;

/** Finds signals that other processes issued while the bus lost the notice of it. */
export const lookForIssued = (ctx: SignalsContext): Repeating =>
  repeat({
    everyMs: lookPeriodMs,
    task: async () => {
      const rows = await listEntering(ctx.leaderDb, { only: ctx.engine.feed.id });
      for (const row of rows) awaitEntry(ctx, enteringSignal(row));
    },
    onError: (error) => ctx.log.error({ err: error }, 'looking for issued signals failed; retrying'),
    after: ctx.scheduler.after,
  });

/**
 * Enters signals whose entry tick was logged but whose entry was not written because the database
 * was unavailable or the process ended; without `issuedBefore` (milliseconds of market time) all of
 * them. Returns the signals without a known entry tick; an entry that fails is tried again by the next call.
 */
export async function enterLate(
  ctx: SignalsContext,
  feeds: FeedScope,
  issuedBefore?: number,
): Promise<EnteringSignal[]> {
  const rows = await listEntering(ctx.leaderDb, feeds, issuedBefore);
  const wanted = rows.map(({ feed, symbol, issuedAt }) => ({ feed, symbol, at: issuedAt }));
  const ticks = await findFirstTicks(ctx.leaderDb, wanted, signalLimits.entryTickWithinMs);
  const logged: { readonly signal: EnteringSignal; readonly tick: TickRow }[] = [];
  const without: EnteringSignal[] = [];
  for (const row of rows) {
    const tick = ticks.get(tickKey(row.feed, row.symbol, row.issuedAt.getTime()));
    if (tick) logged.push({ signal: enteringSignal(row), tick });
    else without.push(enteringSignal(row));
  }
  const failures = await isolateFailures(logged, async (some) => {
    for (const { signal, tick } of some) await enterSignal(ctx, signal, tick);
  });
  for (const { item, error } of failures) logFailure(ctx, item.signal, error);
  return without;
}
