import type { FastifyBaseLogger } from 'fastify';
import { retainedBars } from '#engine/bar/bar-history.ts';
import { toBarRow, type BarRow } from '#engine/bar-input.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { Component } from '#server/start/component.ts';
import type { Valkey } from '#server/integrations/valkey/valkey.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { LiveEngine } from './live-engine.ts';
import type { ForecastBasis } from '#engine/bar-forecasts.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { TickCounts } from '#engine/tick/tick-quality.ts';
import type { FeedState, PairOffer } from '#server/integrations/market-data/market-data.ts';

interface Publishing {
  readonly engine: LiveEngine;
  readonly valkey: Valkey;
  readonly leader: { readonly term: () => number; readonly isLeading: () => boolean };
  readonly after: Scheduler['after'];
  readonly log: FastifyBaseLogger;
}

/** Ticks of the same pair are coalesced over this time, real milliseconds. */
const periodMs = 25;
/** Every second all pairs are sent, for processes that joined, and to say that the engine runs. */
const allPairsEvery = 40;
const expireS = 86_400;

/**
 * Publishes the market of the leading engine: what has changed as a message, and for processes that
 * join, the newest forecasts and all bars as keys. After a failure everything is written again.
 */
export function publishMarket({ engine, valkey, leader, after, log }: Publishing): Component {
  const { feed, pairs: symbols } = engine;
  const keys = findKeys(feed.id);
  const ticks = new Map<string, Tick>();
  const refilled = new Set<string>(symbols);
  const barsTo = new Map<string, number>();
  let isMinuteNew = true;
  let seq = 0;
  let periods = 0;

  engine.onTick((tick) => ticks.set(tick.symbol, tick));
  engine.onFilled((symbol) => refilled.add(symbol));
  engine.onForecasts(() => {
    isMinuteNew = true;
  });

  const startOver = (): void => {
    for (const symbol of symbols) refilled.add(symbol);
    isMinuteNew = true;
  };

  const addAllPairs = (): void => {
    for (const symbol of symbols) {
      const tick = engine.lastTick(symbol);
      if (tick) ticks.set(symbol, tick);
    }
  };

  const newBars = (symbol: string) => {
    const from = refilled.has(symbol) ? Number.NEGATIVE_INFINITY : (barsTo.get(symbol) ?? 0) + 1;
    return engine.bars(symbol, from, Number.POSITIVE_INFINITY);
  };

  const takeChanges = () => {
    const bars = symbols.map((symbol) => ({ symbol, isRefill: refilled.has(symbol), bars: newBars(symbol) }));
    const isRefilled = refilled.size > 0;
    const message: MarketMessage = {
      term: leader.term(),
      seq: seq++,
      feedState: engine.feedState(),
      offer: feed.notOffered && { offered: feed.symbols, notOffered: feed.notOffered },
      counts: engine.counts(),
      readyInMs: engine.readyInMs(),
      ticks: [...ticks.values()],
      bars: bars.flatMap(({ symbol, isRefill, bars: own }) =>
        isRefill ? [] : own.map((bar) => [symbol, ...toBarRow(bar)] as const),
      ),
      minute: isMinuteNew || isRefilled ? publishMinute(engine.board.newest(), engine.basis()) : null,
      isRefilled,
    };
    ticks.clear();
    refilled.clear();
    isMinuteNew = false;
    for (const { symbol, bars: own } of bars) barsTo.set(symbol, own.at(-1)?.time ?? barsTo.get(symbol) ?? 0);
    return { message, bars };
  };

  const write = async ({ message, bars }: ReturnType<typeof takeChanges>): Promise<void> => {
    const commands = valkey.commands.pipeline();
    for (const { symbol, isRefill, bars: own } of bars) {
      const key = keys.bars(symbol);
      if (isRefill) commands.del(key);
      if (own.length === 0) continue;
      commands.rpush(key, ...own.map((bar) => JSON.stringify(toBarRow(bar))));
      commands.ltrim(key, -retainedBars, -1).expire(key, expireS);
    }
    if (message.minute) commands.set(keys.minute, JSON.stringify(message.minute), 'EX', expireS);
    // Last, so that a process that reads the keys after it has subscribed misses nothing.
    commands.publish(keys.channel, JSON.stringify(message));
    const failed = (await commands.exec())?.find(([error]) => error !== null)?.[0];
    if (failed) throw failed;
  };

  const flush = async (): Promise<void> => {
    if (!valkey.isConnected() || !leader.isLeading()) return startOver();
    const isHeartbeat = periods++ % allPairsEvery === 0;
    if (isHeartbeat) addAllPairs();
    if (isHeartbeat || ticks.size > 0 || refilled.size > 0 || isMinuteNew) await write(takeChanges());
  };

  const { start, stop } = repeat({
    everyMs: periodMs,
    task: flush,
    onError: (err) => {
      log.warn({ err }, 'publishing the market failed; the next message is a full snapshot');
      startOver();
    },
    after,
  });
  return { name: 'published market', duty: 'lead', start, stop };
}

/** The newest forecasts, and what they are explained from; vectors as base64 of their doubles. */
export interface PublishedMinute {
  readonly forecasts: readonly Forecast[];
  readonly calibrations: readonly string[];
  readonly vectors: readonly (readonly [symbol: string, barTime: number, vector: string])[];
}

/** What has changed since the message before; numbered by term and `seq`, so that a loss shows. */
export interface MarketMessage {
  readonly term: number;
  readonly seq: number;
  readonly feedState: FeedState;
  /** What the feed offers; null: it has not said. */
  readonly offer: PairOffer | null;
  readonly counts: TickCounts;
  readonly readyInMs: number;
  /** The newest of each pair that has one. */
  readonly ticks: readonly Tick[];
  readonly bars: readonly (readonly [symbol: string, ...bar: BarRow])[];
  readonly minute: PublishedMinute | null;
  /** The stored bars of pairs were replaced, not only continued. */
  readonly isRefilled: boolean;
}

/** Where the leading engine of this feed publishes. */
export const findKeys = (feed: string) => ({
  channel: `kurs:market:${feed}`,
  minute: `kurs:market:${feed}:minute`,
  bars: (symbol: string): string => `kurs:market:${feed}:bars:${symbol}`,
});

const publishMinute = (forecasts: readonly Forecast[], { calibrations, vectors }: ForecastBasis): PublishedMinute => ({
  forecasts,
  calibrations,
  vectors: vectors.map(({ symbol, barTime, vector }) => [
    symbol,
    barTime,
    Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64'),
  ]),
});

export const toVector = (text: string): Float64Array => {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return new Float64Array(bytes.buffer);
};
