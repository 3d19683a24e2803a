import { minuteMs, startOfMinute } from '#domain/time.ts';
import type { FeedHandlers, FeedState, MarketData } from '#server/integrations/market-data/market-data.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { pairs, type SimulatedPrices } from './simulated-prices.ts';
import type { World } from '../world.ts';

/** What failures change of the connection between the market and one process. */
export interface FeedLink {
  /** Until then nothing arrives; afterwards everything does at once. */
  heldUntil: number;
  /** Until then ticks are lost, and the feed says so. */
  cutUntil: number;
  /** Share of the ticks that arrive twice, or after a later one. */
  disorder: number;
}

export interface Delivered extends QuotedTick {
  readonly deliveredAt: number;
}

interface SimulatedFeedDependencies {
  readonly world: World;
  readonly process: SimulatedProcess;
  readonly prices: SimulatedPrices;
  readonly link: FeedLink;
  readonly chance: () => number;
  /** Every tick that this process received. */
  readonly delivered: Delivered[];
}

const historyMinutes = 300;
const lateMs = 6_000;

/** The market as one process receives it: with delays of the network and its failures. */
export function createSimulatedFeed({
  world,
  process,
  prices,
  link,
  chance,
  delivered,
}: SimulatedFeedDependencies): MarketData {
  const state: FeedState = { connected: true };
  const offer = { offered: pairs, notOffered: [] };
  let handlers: FeedHandlers | null = null;
  let lostSince: number | null = null;

  const deliver = (tick: QuotedTick): void => {
    const now = world.now();
    if (!process.state.isAlive) return;
    const waitUntil = Math.max(link.heldUntil, process.state.pausedUntil);
    if (waitUntil > now) return void world.at(waitUntil, () => deliver(tick));
    if (link.cutUntil > now) {
      lostSince ??= tick.time;
      return;
    }
    if (lostSince !== null) handlers?.onGap(pairs, lostSince, now);
    lostSince = null;
    delivered.push({ ...tick, deliveredAt: now });
    handlers?.onTick({ ...tick, receivedAt: process.clock.now() });
  };

  const deliverMinute = (minute: number): void => {
    if (!process.state.isAlive) return;
    for (const symbol of pairs)
      for (const tick of prices.createTicks(symbol, minute)) {
        if (tick.time < world.now()) continue;
        world.at(tick.time + 20 + Math.floor(180 * chance()), () => {
          const isDisordered = chance() < link.disorder;
          deliver(tick);
          if (isDisordered) world.at(world.now() + Math.floor(lateMs * chance()), () => deliver(tick));
        });
      }
    world.at(minute + minuteMs, () => deliverMinute(minute + minuteMs));
  };

  return {
    kind: 'simulated',
    isLive: false,
    symbols: pairs,
    offer: () => offer,
    state: () => state,
    backfill: async (symbol, until, count) => {
      const end = startOfMinute(Math.min(until, world.now()));
      const wanted = Math.min(count, historyMinutes);
      return Array.from({ length: wanted }, (_, i) => prices.toBar(symbol, end - (wanted - i) * minuteMs)).filter(
        (bar) => bar !== null,
      );
    },
    start: async (given) => {
      handlers = given;
      handlers.onStateChange(state);
      handlers.onOffer(offer);
      deliverMinute(startOfMinute(world.now()));
    },
    stop: async () => undefined,
  };
}
