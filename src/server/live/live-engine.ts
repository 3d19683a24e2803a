import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Bar } from '#engine/bar/bar.ts';
import type { ForecastBoard } from '#engine/forecast/board.ts';
import type { Explanation, Forecast, Forecaster } from '#engine/forecast/forecaster.ts';
import { createPipeline } from '#engine/pipeline.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { TickCounts } from '#engine/tick/tick-quality.ts';
import type { FeedState, MarketData } from '#server/integrations/market-data/market-data.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { Component } from '#server/component.ts';
import type { Config } from '#server/config.ts';
import { feedIdOf, speedOf } from '#server/feed-config.ts';
import { createBarBackfill, minuteEndDelayMs } from './bar-backfill.ts';
import { createInputJournal, type PendingInputs } from './input-journal.ts';

/** Which market runs: two feeds with the same id have the same prices at the same time. */
export interface Feed extends Pick<MarketData, 'kind' | 'isLive' | 'symbols'> {
  readonly id: string;
}

type TickListener = (tick: Tick, isWatched: boolean) => void;
/** Receives all forecasts of minutes that have just closed. */
type ForecastsListener = (forecasts: readonly Forecast[]) => void;

/**
 * The engine on the feed: what use cases and screens read about the market now. Instants in
 * milliseconds of market time.
 */
export interface LiveEngine extends Component {
  /** Listeners are added before the start and called in the order in which they were added. */
  onTick(listener: TickListener): void;
  onForecasts(listener: ForecastsListener): void;
  /** Called once the feed runs. */
  onStarted(listener: () => void): void;
  readonly feed: Feed;
  feedState(): FeedState;
  lastTick(symbol: string): Tick | null;
  /** Time of the newest tick of any pair; minus infinity before the first. */
  feedTime(): number;
  /** Closed bars with `from` <= time < `to`. */
  bars(symbol: string, from: number, to: number): readonly Bar[];
  readonly board: ForecastBoard;
  explain(forecast: Forecast): Explanation | null;
  counts(): TickCounts;
  /** What the forecasts were computed from, until it is stored with them. */
  readonly inputs: PendingInputs;
  /** Log this pair's ticks until then. */
  watch(symbol: string, until: number): void;
}

interface Needs {
  readonly config: Pick<Config, 'feed'>;
  readonly marketData: MarketData;
  readonly forecasters: readonly Forecaster[];
  /** The hash of each model's file. */
  readonly metadata: ReadonlyMap<AiModelKey, { readonly fileHash: string }>;
  readonly clock: Clock;
  readonly after: Scheduler['after'];
  readonly log: FastifyBaseLogger;
}

/**
 * How often ended minutes are closed and missing history is requested, in market time; never more
 * often than this.
 */
const advancePeriodMs = 250;
const minPeriodMs = 10;
const maxSeedMs = 2_000;

export function createLiveEngine(needs: Needs): LiveEngine {
  const { config, marketData, forecasters, metadata, clock, after, log } = needs;
  const inputs = createInputJournal(
    forecasters.map(({ key, version }) => [key, version, metadata.get(key)?.fileHash].join(' ')),
  );
  const pipeline = createPipeline(marketData.symbols, forecasters, inputs);
  const history = createBarBackfill({ marketData, pipeline, clock, log });
  const tickListeners: TickListener[] = [];
  const forecastsListeners: ForecastsListener[] = [];
  const startListeners: (() => void)[] = [];
  const lastTicks = new Map<string, Tick>();
  const watchedUntil = new Map<string, number>();
  let feedTime = Number.NEGATIVE_INFINITY;

  const isWatched = (tick: Tick): boolean => tick.time <= (watchedUntil.get(tick.symbol) ?? Number.NEGATIVE_INFINITY);

  const take = (tick: Tick): void => {
    const { accepted: ticks, forecasts } = pipeline.onTick(tick);
    // Published before the tick that ended the minute, because that tick may be their entry.
    publishForecasts(forecasts);
    for (const accepted of ticks) {
      lastTicks.set(accepted.symbol, accepted);
      feedTime = Math.max(feedTime, accepted.time);
      for (const listener of tickListeners) listener(accepted, isWatched(accepted));
    }
  };

  const publishForecasts = (forecasts: readonly Forecast[]): void => {
    if (forecasts.length > 0) for (const listener of forecastsListeners) listener(forecasts);
  };

  const advance = (): void => {
    publishForecasts(pipeline.closeMinutes(clock.now() - minuteEndDelayMs));
    // Not awaited: a slow feed must not delay the close of the next minute.
    void history.poll();
  };

  const advancing = repeat({
    everyMs: Math.max(minPeriodMs, advancePeriodMs / speedOf(config.feed)),
    task: advance,
    onError: (error) => log.error({ err: error }, 'a minute could not be closed; trying again'),
    after,
  });

  return {
    name: 'live engine',
    duty: 'feed',
    onTick: (listener) => tickListeners.push(listener),
    onForecasts: (listener) => forecastsListeners.push(listener),
    onStarted: (listener) => startListeners.push(listener),
    start: async () => {
      const began = performance.now();
      const seeding = history
        .seed()
        .then(() => log.info({ ms: Math.round(performance.now() - began) }, 'bar history requested'));
      // A slow or unavailable feed must not block sign-in; its history loads later.
      await Promise.race([seeding, delay(maxSeedMs)]);
      await marketData.start({
        onTick: take,
        onGap: history.markGap,
        onStateChange: (state) => log.info({ feed: marketData.kind, ...state }, 'feed state'),
      });
      history.leaveOutFirstMinute();
      advancing.start();
      for (const listener of startListeners) listener();
    },
    stop: async () => {
      await advancing.stop();
      await marketData.stop();
    },
    feed: { id: feedIdOf(config.feed), kind: marketData.kind, isLive: marketData.isLive, symbols: marketData.symbols },
    feedState: () => marketData.state(),
    lastTick: (symbol) => lastTicks.get(symbol) ?? null,
    feedTime: () => feedTime,
    bars: (symbol, from, to) => pipeline.history(symbol).between(from, to),
    board: pipeline.board,
    explain: pipeline.explain,
    counts: pipeline.counts,
    inputs,
    watch: (symbol, until) => watchedUntil.set(symbol, Math.max(until, watchedUntil.get(symbol) ?? 0)),
  };
}
