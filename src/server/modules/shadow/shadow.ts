import type { FastifyBaseLogger } from 'fastify';
import { type MarketClock, minuteMs, startOfMinute } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { Tick } from '#engine/tick/tick.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { TickLog } from '#server/modules/signals/signals.api.ts';
import type { AppendMinute, ClosedMinute } from './append-minute.ts';
import { type createSettleStatements, listPairs, type OpenPair } from './settle-statements.ts';
import { createShadowTicks } from './shadow-ticks.ts';

/** What every model forecasts is recorded each minute, and settled, whether or not any user receives it. */
export type Shadow = ReturnType<typeof createShadow>;

interface ShadowDependencies {
  readonly symbols: readonly string[];
  readonly appendMinute: AppendMinute;
  readonly settle: ReturnType<typeof createSettleStatements>;
  /** What the record waits for; `enteredAt`: time of the entry tick, null: none was logged. */
  readonly listOpenPairs: () => Promise<readonly (OpenPair & { readonly enteredAt: number | null })[]>;
  /** Whether leaves of this market are in the record. */
  readonly isKept: () => Promise<boolean>;
  readonly tickLog: Pick<TickLog, 'add' | 'flush'>;
  /** What has arrived before this process led: oldest first. */
  readonly recentTicks: (symbol: string, since: number) => readonly Tick[];
  readonly newestForecasts: () => readonly Forecast[];
  readonly clock: MarketClock;
  /** Whether each pair has a price that is new enough for a signal. */
  readonly hasPrices: () => boolean;
  /** Until when every tick that decides is known, milliseconds of market time. */
  readonly decidableUntil: () => number;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** Polling period for pending work, in real time. */
const periodMs = 1_000;
/** After a start the prices of the pairs come one after another, and a pair without one is left out of its minute. */
const firstPricesMs = 3_000;
/** Due minutes are settled with the next minute's forecasts, or alone after this much market time. */
const settleEveryMs = 61_000;

export function createShadow(needs: ShadowDependencies) {
  const { symbols, appendMinute, settle, listOpenPairs, isKept, tickLog, clock, after, log } = needs;
  const { hasPrices, decidableUntil } = needs;
  const ticks = createShadowTicks(tickLog.add);
  let waiting: ClosedMinute[] = [];
  let settledAt = Number.NEGATIVE_INFINITY;
  let polling: Promise<void> = Promise.resolve();
  let isStarted = false;
  let pricesDueAt = Number.NEGATIVE_INFINITY;

  const append = async (): Promise<boolean> => {
    let appended = false;
    while (waiting[0]) {
      const minute = waiting[0][0]?.barTime ?? 0;
      // Its forecasts are of a time that the feed has reached, whatever the clock says.
      if (decidableUntil() < minute && startOfMinute(clock.now()) === minute + minuteMs) break;
      if (clock.now() < pricesDueAt && !hasPrices()) break;
      const leaf = await appendMinute(waiting[0]);
      if (leaf) appended = true;
      for (const { symbol, statedAt, durations } of leaf ? listPairs(leaf) : [])
        ticks.expect(symbol, statedAt, durations);
      // Only completed work leaves the queue, so a short database outage loses nothing.
      waiting = waiting.slice(1);
    }
    return appended;
  };

  const settleDue = async (of: 'signals' | 'all'): Promise<void> => {
    if (!(await isKept())) return;
    const until = decidableUntil();
    ticks.passed(until);
    // Deciding ticks must be in the log before anything is decided from it.
    await tickLog.flush();
    await settle({ until, of });
  };

  const poll = async (): Promise<void> => {
    const isMinute = (await append()) || clock.now() - settledAt >= settleEveryMs;
    await settleDue(isMinute ? 'all' : 'signals');
    if (isMinute) settledAt = clock.now();
  };

  const onError = (error: unknown): void => log.error({ err: error }, 'recording forecasts failed; retrying');

  /** After the iteration that is running, so that forecasts are written without delay. */
  const pollNext = (): Promise<void> => {
    polling = polling.then(poll).catch(onError);
    return polling;
  };

  const loop = repeat({ firstAfterMs: 0, everyMs: periodMs, task: pollNext, onError, after });

  const onForecasts = (forecasts: readonly Forecast[]): void => {
    const newest = Math.max(...forecasts.map(({ barTime }) => barTime));
    const newForecasts = forecasts.filter(({ barTime }) => barTime === newest);
    if (newForecasts.length === 0) return;
    waiting.push(newForecasts);
    if (isStarted) void pollNext();
  };

  return {
    /** Writes stated forecasts and settles due ones; also what the timer runs. */
    poll: pollNext,
    /** All forecasts of a minute that has just closed. */
    onForecasts,
    onTick: ticks.onTick,
    /**
     * When this process begins to lead, however the last one ended: outcomes that are due precede
     * everything else that it records.
     */
    resume: async (): Promise<void> => {
      if (!(await isKept())) return onForecasts(needs.newestForecasts());
      for (const { symbol, durations, statedAt, enteredAt } of await listOpenPairs())
        if (enteredAt === null) ticks.expect(symbol, statedAt, durations);
        else ticks.expectCloses(symbol, enteredAt, durations);
      for (const symbol of symbols)
        for (const tick of needs.recentTicks(symbol, Number.NEGATIVE_INFINITY)) ticks.onTick(tick);
      await settleDue('all');
      onForecasts(needs.newestForecasts());
    },
    start: (): void => {
      isStarted = true;
      pricesDueAt = clock.now() + firstPricesMs;
      loop.start();
    },
    stop: async (): Promise<void> => {
      isStarted = false;
      await loop.stop();
      await polling;
    },
  };
}
