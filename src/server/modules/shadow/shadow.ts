import type { FastifyBaseLogger } from 'fastify';
import { type MarketClock, minuteMs, startOfMinute } from '#domain/time.ts';
import { restartingReplay } from '#domain/market/replay-feed.ts';
import { statedDurations } from '#domain/record/shadow-minute.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { type MinuteStatement, stateMinute } from '#engine/forecast/state-minute.ts';
import type { Tick } from '#engine/tick/tick.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { TickLog } from '#server/modules/signals/signals.api.ts';
import type { AppendMinute, ClosedMinute } from './append-minute.ts';
import type { GapReasons, RecordGaps } from './gap-leaves.ts';
import type { OpenPair, SettleMinutes } from './settle-minutes.ts';
import { createShadowTicks } from './shadow-ticks.ts';

/**
 * Forecasts of every model, published each minute and settled like signals, whether or not any user
 * receives them.
 */
export type Shadow = ReturnType<typeof createShadow>;

interface ShadowDependencies {
  readonly feed: { readonly id: string; readonly kind: string; readonly symbols: readonly string[] };
  readonly appendMinute: AppendMinute;
  readonly recordGaps: RecordGaps;
  readonly gapReasons: Pick<GapReasons, 'markStarted' | 'markLate'>;
  readonly settleMinutes: SettleMinutes;
  readonly findOpenPairs: () => Promise<readonly OpenPair[]>;
  readonly tickLog: Pick<TickLog, 'add' | 'flush'>;
  /** What has arrived before this process led: oldest first. */
  readonly recentTicks: (symbol: string, since: number) => readonly Tick[];
  readonly newestForecasts: () => readonly Forecast[];
  /** Whether a signal may use this pair now. */
  readonly isOpen: (symbol: string) => boolean;
  readonly clock: MarketClock;
  /** Until when every tick that decides is known, milliseconds of market time. */
  readonly decidableUntil: () => number;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** Polling period for pending work, in real time. */
const periodMs = 1_000;
/**
 * Due minutes are settled with the next minute's forecasts, or alone after this much market time,
 * so that the record grows once a minute.
 */
const settleEveryMs = 61_000;
/** The record is completed with gaps this often, and this long after a minute without forecasts. */
const gapsEveryMs = minuteMs;
const gapGrace = 5;

export function createShadow(needs: ShadowDependencies) {
  const { feed, appendMinute, recordGaps, gapReasons, settleMinutes, findOpenPairs, tickLog, isOpen } = needs;
  const { recentTicks, newestForecasts, clock, decidableUntil, after, log } = needs;
  const ticks = createShadowTicks(tickLog.add);
  let waiting: ClosedMinute[] = [];
  let settledAt = Number.NEGATIVE_INFINITY;
  let gapsAt = Number.NEGATIVE_INFINITY;
  let polling: Promise<void> = Promise.resolve();
  let isStarted = false;

  const expect = ({ models, statedAt }: MinuteStatement): void => {
    for (const [symbol, durations] of statedDurations(models)) ticks.expect(symbol, statedAt, durations);
  };

  const append = async (): Promise<boolean> => {
    let appended = false;
    while (waiting[0]) {
      const minute = waiting[0];
      // Its forecasts are of a time that the feed has reached, whatever the clock says.
      if (decidableUntil() < minute.barTime && startOfMinute(clock.now()) === minute.barTime + minuteMs) break;
      if (await appendMinute(minute)) appended = true;
      else {
        gapReasons.markLate(minute.barTime);
        log.info(
          { minute: new Date(minute.barTime) },
          'skipped shadow forecasts of a minute: already recorded, or too late',
        );
      }
      // Only completed work leaves the queue, so a short database outage loses nothing.
      waiting = waiting.slice(1);
    }
    return appended;
  };

  const settle = async (): Promise<void> => {
    const now = clock.now();
    const until = decidableUntil();
    ticks.passed(until);
    // Deciding ticks must be in the log before anything is decided from it.
    await tickLog.flush();
    await settleMinutes({ of: feed.id, dueBy: new Date(until) });
    settledAt = now;
  };

  const poll = async (): Promise<void> => {
    const hasAppended = await append();
    if (hasAppended || clock.now() - settledAt >= settleEveryMs) await settle();
    if (clock.now() - gapsAt < gapsEveryMs) return;
    await recordGaps(gapGrace);
    gapsAt = clock.now();
  };

  const onError = (error: unknown): void => log.error({ err: error }, 'recording shadow forecasts failed; retrying');

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
    const findNotOpen = (): string[] => feed.symbols.filter((symbol) => !isOpen(symbol));
    const stateAt = (now: number, notOpen: readonly string[]): MinuteStatement | null => {
      const stated = stateMinute(newForecasts, { symbols: feed.symbols, now, notOpen });
      if (stated) expect(stated);
      return stated;
    };
    waiting.push({ barTime: newest, findNotOpen, stateAt });
    if (isStarted) void pollNext();
  };

  return {
    /** Writes stated forecasts and settles due ones; also what the timer runs. */
    poll: pollNext,
    /** All forecasts of a minute that has just closed. */
    onForecasts,
    onTick: ticks.onTick,
    /** When this process begins to lead, however the last one ended. */
    resume: async (): Promise<void> => {
      // It begins at another position each time, so the prices of its earlier minutes never arrive.
      await settleMinutes(feed.id === restartingReplay ? {} : { exceptOf: feed.id });
      // The minute that has just ended may still be stated, also when its bars are back-filled first.
      await recordGaps(1);
      for (const { symbol, durations, statedAt, enteredAt } of await findOpenPairs())
        if (enteredAt === null) ticks.expect(symbol, statedAt, durations);
        else ticks.expectCloses(symbol, enteredAt, durations);
      for (const symbol of feed.symbols)
        for (const tick of recentTicks(symbol, Number.NEGATIVE_INFINITY)) ticks.onTick(tick);
      onForecasts(newestForecasts());
    },
    start: (): void => {
      isStarted = true;
      gapReasons.markStarted();
      loop.start();
    },
    stop: async (): Promise<void> => {
      isStarted = false;
      await loop.stop();
      await polling;
    },
  };
}
