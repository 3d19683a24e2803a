import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { minuteMs } from '#engine/bar/bar.ts';
import type { ForecastBoard } from '#engine/forecast/board.ts';
import type { Explanation, Forecast, Forecaster } from '#engine/forecast/forecaster.ts';
import { type ClosedBar, createPipeline } from '#engine/pipeline.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { TickCounts } from '#engine/tick/tick-quality.ts';
import type { FeedState, MarketData } from '#server/integrations/market-data/market-data.ts';

/** The engine on the feed: what use cases and screens ask of the market now. Instants in milliseconds of market time. */
export interface LiveEngine {
  start(): Promise<void>;
  stop(): Promise<void>;
  readonly feed: Pick<MarketData, 'kind' | 'isLive' | 'symbols'>;
  feedState(): FeedState;
  lastTick(symbol: string): Tick | null;
  /** Time of the newest tick of any pair; minus infinity before the first. */
  feedTime(): number;
  /** Closed bars with `from` <= time < `to`. */
  bars(symbol: string, from: number, to: number): readonly Bar[];
  readonly board: ForecastBoard;
  explain(forecast: Forecast): Explanation | null;
  counts(): TickCounts;
  /** Keep this pair's ticks in the log until then. */
  watch(symbol: string, until: number): void;
}

interface Needs {
  readonly marketData: MarketData;
  readonly forecasters: readonly Forecaster[];
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly onTick: (tick: Tick, isWatched: boolean) => void;
}

/** Enough for every feature and for the day that the chart may show. */
const backfillBars = 1_500;
/** How often minutes without a further tick are closed, in real time. */
const closePeriodMs = 250;
/** A tick of the ended minute may still be on its way. */
const closeDelayMs = 400;

export function createLiveEngine({ marketData, forecasters, clock, log, onTick }: Needs): LiveEngine {
  const pipeline = createPipeline(marketData.symbols, forecasters);
  const lastTicks = new Map<string, Tick>();
  const watchedUntil = new Map<string, number>();
  const timers: NodeJS.Timeout[] = [];
  let feedTime = Number.NEGATIVE_INFINITY;

  const isWatched = (tick: Tick): boolean => tick.time <= (watchedUntil.get(tick.symbol) ?? Number.NEGATIVE_INFINITY);

  const take = (tick: Tick): void => {
    for (const accepted of pipeline.onTick(tick).accepted) {
      lastTicks.set(accepted.symbol, accepted);
      feedTime = Math.max(feedTime, accepted.time);
      onTick(accepted, isWatched(accepted));
    }
  };

  const backfill = async (symbol: string, count: number): Promise<void> => {
    pipeline.fill(symbol, await marketData.backfill(symbol, clock.now(), count));
  };

  /** The gap is known at once; its bars are asked for when the stream is back. */
  const onGap = (symbols: readonly string[], from: number, to: number | null): void => {
    for (const symbol of symbols) pipeline.markGap(symbol, from, to);
    if (to === null) return;
    const missed = Math.ceil((to - from) / minuteMs) + 2;
    for (const symbol of symbols) {
      backfill(symbol, missed).catch((fault: unknown) => log.warn({ err: fault, symbol }, 'a gap stays unfilled'));
    }
  };

  const closeMinutes = (): readonly ClosedBar[] => pipeline.closeMinutes(clock.now() - closeDelayMs);

  const backfillAll = (count: number): Promise<unknown> =>
    Promise.all(
      marketData.symbols.map((symbol) =>
        backfill(symbol, count).catch((fault: unknown) =>
          log.warn({ err: fault, symbol }, 'no back-fill: forecasts start when enough minutes have passed'),
        ),
      ),
    );

  /** The minute of the start was seen in part only: no bar of ours; it is asked for when it has ended. */
  const leaveOutFirstMinute = (): void => {
    const firstWhole = (Math.floor(clock.now() / minuteMs) + 1) * minuteMs;
    pipeline.closeMinutes(firstWhole);
    const wait = setInterval(() => {
      if (clock.now() < firstWhole + closeDelayMs) return;
      clearInterval(wait);
      void backfillAll(2);
    }, closePeriodMs);
    timers.push(wait);
  };

  return {
    start: async () => {
      const began = performance.now();
      await backfillAll(backfillBars);
      log.info({ ms: Math.round(performance.now() - began) }, 'history back-filled');
      await marketData.start({
        onTick: take,
        onGap,
        onStateChange: (state) => log.info({ feed: marketData.kind, ...state }, 'feed state'),
      });
      leaveOutFirstMinute();
      timers.push(setInterval(closeMinutes, closePeriodMs));
    },
    stop: async () => {
      timers.forEach(clearInterval);
      await marketData.stop();
    },
    feed: marketData,
    feedState: () => marketData.state(),
    lastTick: (symbol) => lastTicks.get(symbol) ?? null,
    feedTime: () => feedTime,
    bars: (symbol, from, to) => pipeline.history(symbol).between(from, to),
    board: pipeline.board,
    explain: pipeline.explain,
    counts: pipeline.counts,
    watch: (symbol, until) => watchedUntil.set(symbol, Math.max(until, watchedUntil.get(symbol) ?? 0)),
  };
}
