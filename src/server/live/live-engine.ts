import { getOrCreate } from '#domain/objects.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { MarketClock } from '#domain/time.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { ForecastBasis } from '#engine/bar-forecasts.ts';
import type { ForecastBoard } from '#engine/forecast/board.ts';
import type { AppliedCalibrations } from '#engine/forecast/calibration/calibration-line.ts';
import type { Forecast, Forecaster } from '#engine/forecast/forecaster.ts';
import { createPipeline } from '#engine/pipeline.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { Config } from '#server/config.ts';
import { getMarketSpeed, toFeedId } from '#server/config/market.ts';
import type { MarketData, PairOffer } from '#server/integrations/market-data/market-data.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { Component } from '#server/start/component.ts';
import { createBarBackfill, minuteEndDelayMs } from './bar-backfill.ts';
import { createInputJournal, type PendingInputs } from './input-journal.ts';
import type { ForecastsListener, MarketView } from './market-view.ts';

/** The engine on the feed. Instants in milliseconds of market time. */
export interface LiveEngine extends Component, MarketView {
  readonly board: ForecastBoard;
  /** Called once the feed runs, at once if it does already. */
  onStarted(listener: () => void): void;
  /** Every pair that the forecasts are made from, whether or not the feed offers it. */
  readonly pairs: readonly string[];
  /** Called when the feed says which pairs it offers, and whenever that changes. */
  onOffer(listener: (offer: PairOffer) => void): void;
  /** Called when bars were back-filled into the history of a pair. */
  onFilled(listener: (symbol: string) => void): void;
  /** Whether bars are on their way that the next forecasts need. */
  isFetching(): boolean;
  /** What the newest forecasts are explained from. */
  basis(): ForecastBasis;
  /** The clock's time; where the feed has contradicted it, the feed's, with a timer since its last tick. */
  now(): number;
  /** Until when every tick that counts is known. */
  decidableUntil(): number;
  /** From the next minute on forecasts are made with these calibrations. */
  calibrate(calibrations: AppliedCalibrations): void;
  /** What the forecasts were computed from, until it is stored with them. */
  readonly inputs: PendingInputs;
  /** Recent accepted ticks of this pair with time >= `since`, oldest first. */
  recentTicks(symbol: string, since: number): readonly Tick[];
}

/** What the engine runs on. */
interface LiveContext {
  readonly config: Pick<Config, 'feed'>;
  readonly marketData: MarketData;
  readonly models: {
    readonly forecasters: readonly Forecaster[];
    /** The hash of each model's file. */
    readonly metadata: ReadonlyMap<AiModelKey, { readonly fileHash: string }>;
  };
  readonly leader: { readonly isLeading: () => boolean };
  readonly clock: MarketClock;
  /** Called with the time of each tick, also of one that is refused. */
  readonly observeFeed: (time: number) => void;
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
/** Longer than a call for history may take. */
const maxHeldMs = 12_000;
/** How long recent ticks are retained, in real time: longer than a change of the leader takes. */
const recentMs = 30_000;
/** Real time without a tick after which a feed is silent, and no longer waited for. */
const silentAfterMs = 5_000;
/** A clock that is ahead of a tick by more, or goes back by more, is or was wrong. Real time. */
const maxLagMs = 10_000;
/** How long the first tick of a live feed may take, which may show that the wall clock is wrong. */
const firstTickWithinMs = 30_000;

export function createLiveEngine(needs: LiveContext): LiveEngine {
  const { config, marketData, models, leader, clock, observeFeed, after, log } = needs;
  const { forecasters, metadata } = models;
  const inputs = createInputJournal(
    forecasters.map(({ key, version }) => [key, version, metadata.get(key)?.fileHash].join(' ')),
    leader,
  );
  const pipeline = createPipeline(marketData.symbols, forecasters, inputs);
  const fillListeners: ((symbol: string) => void)[] = [];
  const fill: typeof pipeline.fill = (symbol, bars) => {
    pipeline.fill(symbol, bars);
    for (const listener of fillListeners) listener(symbol);
  };
  const history = createBarBackfill({ marketData, pipeline: { ...pipeline, fill }, clock, log });
  const tickListeners: ((tick: Tick) => void)[] = [];
  const forecastsListeners: ForecastsListener[] = [];
  const offerListeners: ((offer: PairOffer) => void)[] = [];
  const startListeners: (() => void)[] = [];
  const lastTicks = new Map<string, Tick>();
  const marketSpeed = getMarketSpeed(config.feed);
  const recent = createRecentTicks(recentMs * marketSpeed);
  /** The epoch: no tick has come. */
  let feedTime = 0;
  /** When the newest tick was received, by the clock. */
  let feedTimeAt = 0;
  /** Counted by a timer, so that a jump of the wall clock changes nothing. */
  let silentMs = 0;
  /** Real time for which the close of a minute has waited for bars. */
  let heldMs = 0;
  let isStarted = false;
  /** The time of the newest advance. */
  let advancedTo = Number.NEGATIVE_INFINITY;
  const everyMs = Math.max(minPeriodMs, advancePeriodMs / marketSpeed);

  const take = (tick: Tick): void => {
    observeFeed(tick.time);
    const { accepted: ticks, forecasts } = pipeline.onTick(tick);
    // Published before the tick that ended the minute, because that tick may be their entry.
    publishForecasts(forecasts);
    for (const accepted of ticks) {
      lastTicks.set(accepted.symbol, accepted);
      if (accepted.time >= feedTime) [feedTime, feedTimeAt] = [accepted.time, accepted.receivedAt];
      silentMs = 0;
      recent.add(accepted);
      for (const listener of tickListeners) listener(accepted);
    }
  };

  const now = (): number => {
    const isClockWrong = feedTimeAt - feedTime > maxLagMs * marketSpeed;
    return isClockWrong ? Math.min(clock.now(), feedTime + silentMs * marketSpeed) : clock.now();
  };

  const publishForecasts = (forecasts: readonly Forecast[]): void => {
    if (forecasts.length > 0) for (const listener of forecastsListeners) listener(forecasts);
  };

  const advance = (): void => {
    silentMs += everyMs;
    // The clock went back: minutes closed too early are reloaded, as after a start.
    if (clock.now() < advancedTo - maxLagMs * marketSpeed) {
      void history.seed();
      history.leaveOutFirstMinute();
    }
    advancedTo = clock.now();
    // Not awaited: a slow feed must not delay the close of the next minute.
    void history.poll();
    // A minute is forecast with all pairs at once, so it waits for bars that are on their way.
    heldMs = history.isFetching() ? heldMs + everyMs : 0;
    if (heldMs === 0 || heldMs > maxHeldMs) publishForecasts(pipeline.closeMinutes(clock.now() - minuteEndDelayMs));
  };

  const advancing = repeat({
    everyMs,
    task: advance,
    onError: (error) => log.error({ err: error }, 'a minute could not be closed; trying again'),
    after,
  });

  return {
    name: 'live engine',
    duty: 'feed',
    onTick: (listener) => tickListeners.push(listener),
    onForecasts: (listener) => forecastsListeners.push(listener),
    onFilled: (listener) => void fillListeners.push(listener),
    onStarted: (listener) => {
      if (isStarted) listener();
      else startListeners.push(listener);
    },
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
        onOffer: (offer) => {
          history.addPairs(offer.offered);
          for (const listener of offerListeners) listener(offer);
        },
        onStateChange: (state) => log.info({ feed: marketData.kind, ...state }, 'feed state'),
      });
      history.leaveOutFirstMinute();
      advancing.start();
      isStarted = true;
      for (const listener of startListeners) listener();
    },
    stop: async () => {
      await advancing.stop();
      await marketData.stop();
    },
    feed: {
      id: toFeedId(config.feed),
      kind: marketData.kind,
      isLive: marketData.isLive,
      get symbols() {
        return marketData.offer()?.offered ?? marketData.symbols;
      },
      get notOffered() {
        return marketData.offer()?.notOffered ?? null;
      },
    },
    pairs: marketData.symbols,
    onOffer: (listener) => void offerListeners.push(listener),
    feedState: () => marketData.state(),
    lastTick: (symbol) => lastTicks.get(symbol) ?? null,
    now,
    decidableUntil: () => {
      const waitsMs = feedTime === 0 && marketData.isLive ? firstTickWithinMs : silentAfterMs;
      const isSilent = silentMs >= waitsMs;
      // Silence does not make a clock right that the feed contradicted.
      return decidableUntil({ now: isSilent ? now() : clock.now(), feedTime, isSilent, speed: marketSpeed });
    },
    bars: (symbol, from, to) => pipeline.history(symbol).between(from, to),
    board: pipeline.board,
    explain: pipeline.explain,
    basis: pipeline.basis,
    calibrate: pipeline.calibrate,
    counts: pipeline.counts,
    age: () => 0,
    isFetching: history.isFetching,
    readyInMs: () => history.readyInMs(marketSpeed),
    inputs,
    recentTicks: recent.since,
  };
}

interface FeedProgress {
  /** Market time. */
  readonly now: number;
  /** Time of the newest tick of any pair. */
  readonly feedTime: number;
  /** Whether no tick has been received for five real seconds, counted by timers. */
  readonly isSilent: boolean;
  /** How fast market time runs, as a multiple of real time. */
  readonly speed: number;
}

/**
 * A tick from before an instant may still be in flight when the clock shows it: wait this much
 * market time for it.
 */
const inFlightMs = 1_000;

/**
 * Until when every tick that counts is known; all instants in milliseconds of market time. While the
 * feed speaks, its own time decides: a wall clock that jumps ahead expires nothing early, one that
 * jumps back only delays. Once the feed is silent, the clock alone decides.
 */
export function decidableUntil({ now, feedTime, isSilent, speed }: FeedProgress): number {
  const known = Math.min(now - inFlightMs, feedTime);
  return isSilent ? Math.max(known, now - silentAfterMs * speed) : known;
}

/** The newest ticks of each pair. */
interface RecentTicks {
  add(tick: Tick): void;
  /** The ticks of this pair with time >= `since`, milliseconds UTC, oldest first. */
  since(symbol: string, since: number): readonly Tick[];
}

/** A burst must not fill the memory. */
const maxTicks = 4_096;
const cleanUpAt = 64;

/** `spanMs`: how far back, in market time. */
function createRecentTicks(spanMs: number): RecentTicks {
  const bySymbol = new Map<string, Tick[]>();
  return {
    add: (tick) => {
      const ticks = getOrCreate(bySymbol, tick.symbol, () => []);
      ticks.push(tick);
      // Removed in batches, so that a tick costs no copy of the others.
      if (ticks.length >= 2 * maxTicks || (ticks[cleanUpAt]?.time ?? tick.time) < tick.time - spanMs)
        bySymbol.set(
          tick.symbol,
          ticks.slice(-maxTicks).filter(({ time }) => time >= tick.time - spanMs),
        );
    },
    since: (symbol, since) => bySymbol.get(symbol)?.filter(({ time }) => time >= since) ?? [],
  };
}
