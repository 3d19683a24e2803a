import type { FastifyBaseLogger } from 'fastify';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { type BarRow, toBar } from '#engine/bar-input.ts';
import { type BarHistory, createBarHistory } from '#engine/bar/bar-history.ts';
import { createBoard } from '#engine/forecast/board.ts';
import { explainForecast, type ForecastBar } from '#engine/bar-forecasts.ts';
import { calibrateAll, parseCalibrations } from '#engine/forecast/calibration/calibration-line.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import { nothingCounted } from '#engine/tick/tick-quality.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { FeedState, PairOffer } from '#server/integrations/market-data/market-data.ts';
import type { Valkey } from '#server/integrations/valkey/valkey.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { Component } from '#server/start/component.ts';
import type { Feed, ForecastsListener, MarketView } from './market-view.ts';
import { findKeys, type MarketMessage, type PublishedMinute, toVector } from './publish-market.ts';

interface MarketReplicaDependencies {
  readonly feed: Pick<Feed, 'id' | 'kind' | 'isLive'>;
  /** Every pair that the published forecasts are made from. */
  readonly pairs: readonly string[];
  readonly valkey: Pick<Valkey, 'commands' | 'subscribe'>;
  readonly forecasters: readonly Forecaster[];
  /** Monotonic real milliseconds. */
  readonly realNow: () => number;
  readonly after: Scheduler['after'];
  readonly log: FastifyBaseLogger;
}

const retryMs = 500;
/** Nothing is issued on an older copy. */
const maxAgeMs = 90_000;

/**
 * A copy of the market that the leading engine publishes, for processes without an engine of their
 * own. It is read whole once it is subscribed to, and again whenever a message was lost.
 */
export function createMarketReplica(needs: MarketReplicaDependencies): MarketView & Component {
  const { feed, pairs, valkey, forecasters, realNow, after, log } = needs;
  const keys = findKeys(feed.id);
  const minute = createReplicatedMinute(forecasters);
  const board = createBoard();
  const lastTicks = new Map<string, Tick>();
  const tickListeners: ((tick: Tick) => void)[] = [];
  const forecastsListeners: ForecastsListener[] = [];
  let histories = new Map<string, BarHistory>();
  let feedState: FeedState = { connected: false, reason: 'the engine was not heard yet' };
  let offer: PairOffer | null = null;
  let counts = nothingCounted;
  let readyInMs = 0;
  let last: Pick<MarketMessage, 'term' | 'seq'> | null = null;
  let heardAt: number | null = null;
  let state: 'away' | 'reading' | 'whole' = 'away';
  /** Messages that arrived while the whole market was read. */
  let early: MarketMessage[] = [];
  /** Lost subscriptions: what was read under an earlier one is outdated. */
  let losses = 0;

  const takeMinute = (published: PublishedMinute): void => {
    const known = minute.newestBarTime();
    minute.take(published);
    for (const forecast of published.forecasts) board.put(forecast);
    const news = published.forecasts.filter(({ barTime }) => barTime > known);
    if (news.length > 0) for (const listener of forecastsListeners) listener(news);
  };

  const take = (message: MarketMessage): void => {
    const isNext = last === null || (message.term === last.term && message.seq === last.seq + 1);
    // Messages of a former leader are out of date.
    if (last !== null && message.term < last.term) return;
    last = { term: message.term, seq: message.seq };
    heardAt = realNow();
    ({ feedState, counts, readyInMs, offer } = message);
    if (!isNext || message.isRefilled) void readWhole();
    for (const [symbol, ...row] of message.bars) histories.get(symbol)?.push(toBar(row));
    if (message.minute) takeMinute(message.minute);
    for (const tick of message.ticks) {
      if (tick.time < (lastTicks.get(tick.symbol)?.time ?? Number.NEGATIVE_INFINITY)) continue;
      lastTicks.set(tick.symbol, tick);
      for (const listener of tickListeners) listener(tick);
    }
  };

  const readBars = async (symbol: string): Promise<[string, BarHistory]> => {
    const rows = await valkey.commands.lrange(keys.bars(symbol), 0, -1);
    const history = createBarHistory(priceDigits(symbol));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by publish-market.ts
    history.fill((JSON.parse(`[${rows.join(',')}]`) as BarRow[]).map(toBar));
    return [symbol, history];
  };

  const readWhole = async (): Promise<void> => {
    if (state === 'reading') return;
    state = 'reading';
    const lossesBefore = losses;
    try {
      const [text, read] = await Promise.all([valkey.commands.get(keys.minute), Promise.all(pairs.map(readBars))]);
      if (losses !== lossesBefore) return;
      histories = new Map(read);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by publish-market.ts
      if (text !== null) takeMinute(JSON.parse(text) as PublishedMinute);
      state = 'whole';
    } catch (err) {
      if (losses !== lossesBefore) return;
      state = 'away';
      log.warn({ err }, 'the published market could not be read; retrying');
    }
    const waiting = early;
    early = [];
    for (const message of waiting) take(message);
  };

  let isSubscribed = false;
  const retrying = repeat({
    everyMs: retryMs,
    task: () => (isSubscribed && state === 'away' ? readWhole() : undefined),
    onError: (err) => log.warn({ err }, 'the published market could not be read; retrying'),
    after,
  });

  valkey.subscribe(keys.channel, {
    onSubscribed: () => {
      isSubscribed = true;
      last = null;
      void readWhole();
    },
    onMessage: (text) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by publish-market.ts
      const message = JSON.parse(text) as MarketMessage;
      if (state === 'reading') early.push(message);
      else take(message);
    },
    onLost: () => {
      isSubscribed = false;
      heardAt = null;
      state = 'away';
      early = [];
      losses += 1;
    },
  });

  const age = (): number | null => (state === 'away' || heardAt === null ? null : realNow() - heardAt);
  const isCurrent = (): boolean => (age() ?? Number.POSITIVE_INFINITY) <= maxAgeMs;

  return {
    name: 'copy of the market',
    start: retrying.start,
    stop: retrying.stop,
    feed: {
      ...feed,
      get symbols() {
        return offer?.offered ?? pairs;
      },
      get notOffered() {
        return offer?.notOffered ?? null;
      },
    },
    feedState: () => (isCurrent() ? feedState : { connected: false, reason: 'the leading engine is not heard' }),
    // A copy that is too old to issue signals on serves no price.
    lastTick: (symbol) => (isCurrent() ? (lastTicks.get(symbol) ?? null) : null),
    bars: (symbol, from, to) => histories.get(symbol)?.between(from, to) ?? [],
    board,
    explain: minute.explain,
    counts: () => counts,
    age,
    readyInMs: () => readyInMs,
    onTick: (listener) => void tickListeners.push(listener),
    onForecasts: (listener) => void forecastsListeners.push(listener),
  };
}

/** The forecasts that were published last, explained by the same models as at the leading engine. */
interface ReplicatedMinute extends Pick<MarketView, 'explain'> {
  take(minute: PublishedMinute): void;
  /** Minus infinity before the first. */
  newestBarTime(): number;
}

function createReplicatedMinute(forecasters: readonly Forecaster[]): ReplicatedMinute {
  let lastBars = new Map<string, ForecastBar>();
  let inUse = forecasters;
  let calibrations = '';
  let newest = Number.NEGATIVE_INFINITY;

  const calibrate = (lines: readonly string[]): void => {
    if (lines.join('\n') === calibrations) return;
    calibrations = lines.join('\n');
    inUse = calibrateAll(forecasters, parseCalibrations(lines));
  };

  return {
    take: (minute) => {
      calibrate(minute.calibrations);
      lastBars = new Map(
        minute.vectors.map(([symbol, barTime, text]) => [
          symbol,
          { barTime, vector: toVector(text), forecasters: inUse, explanations: new Map() },
        ]),
      );
      newest = Math.max(newest, ...minute.forecasts.map(({ barTime }) => barTime));
    },
    newestBarTime: () => newest,
    explain: (forecast) => {
      const version = forecasters.find(({ key }) => key === forecast.model)?.version;
      // Another version of the model would explain another forecast.
      if (version === undefined || !forecast.modelVersion.startsWith(version)) return null;
      const bar = lastBars.get(forecast.symbol);
      return bar ? explainForecast(bar, forecast) : null;
    },
  };
}
