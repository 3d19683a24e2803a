import { signalLimits } from '#domain/signals/limits.ts';
import { asMarketClock, minuteMs } from '#domain/time.ts';
import { isReplay, restartingReplay } from '#server/config/market.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { Component } from '#server/start/component.ts';
import { notifyAutoRuns } from '../auto-runs/auto-run.ts';
import type { SignalsContext } from '../signals-context.ts';
import { listOpenSignals } from '../signals.repository.ts';
import { awaitEntry, enterLate, entriesWritten, getExpiry, lookForIssued, takeTick, watchPair } from './entries.ts';
import { type SettledMarket, settleDue, voidMissedEntries, voidOpen } from './settle-due.ts';
import { deleteTicksOfFeed } from './ticks.repository.ts';

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

/** The market that this process runs. */
export const ownMarket = ({ engine }: SignalsContext): SettledMarket => ({
  feeds: { only: engine.feed.id },
  isRecorded: !isReplay(engine.feed.id),
  clock: engine,
  decidableUntil: engine.decidableUntil,
  periodMs: 200,
});

/** Every tick of theirs is logged already; this is for a clock that differs. */
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
  // Voids only entries without a tick: an entry that could not be written is recovered from the
  // log.
  const without = await enterLate(ctx, market.feeds, until - signalLimits.entryTickWithinMs);
  if (without.length > 0) await voidMissedEntries(ctx, market, until);
}
