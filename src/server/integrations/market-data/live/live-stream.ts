import { type MarketClock, minuteMs } from '#domain/time.ts';
import { noTimer, type Scheduler } from '#server/jobs/scheduler.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import type { FeedHandlers, FeedState, PairOffer } from '../market-data.ts';

/** Of every live feed. */
export interface LiveFeedOptions {
  readonly symbols: readonly string[];
  readonly clock: MarketClock;
  readonly scheduler: Scheduler;
  /** In [0, 1): jitter for reconnects. */
  readonly chance: () => number;
  /** Silence is an error only while the market is open. */
  readonly isMarketOpen: (time: number) => boolean;
  /** For the operator: messages of the other side that could not be used; each kind once. */
  readonly warn?: (sentence: string) => void;
}

interface LiveStreamOptions extends Omit<LiveFeedOptions, 'isMarketOpen'> {
  /** Opens the next connection, which reports `opened` or `closed`. */
  readonly connect: () => void;
}

/**
 * A live feed's stream of ticks over all of its connections: the state that operators see,
 * reconnects with back-off, and gaps, which end with the first tick after them and not before.
 */
export function createLiveStream({ symbols, clock, scheduler, chance, warn, connect }: LiveStreamOptions) {
  let handlers: FeedHandlers | null = null;
  let state: FeedState = { connected: false, reason: 'not started' };
  let attempt = 0;
  let brokenFrom: number | null = null;
  let lastTickAt: number | null = null;
  let isStopped = false;
  let cancelReconnect = noTimer;

  function publish(next: FeedState): void {
    state = next;
    handlers?.onStateChange(next);
  }

  /** The stream is broken since its last tick; reported once until it is back. */
  function markBroken(): void {
    if (!handlers || brokenFrom !== null) return;
    brokenFrom = lastTickAt ?? clock.now();
    handlers.onGap(symbols, brokenFrom, null);
  }

  function markDelivering(receivedAt: number): void {
    attempt = 0;
    lastTickAt = receivedAt;
    if (state.reason) publish({ connected: true });
    if (brokenFrom === null) return;
    const from = brokenFrom;
    brokenFrom = null;
    handlers?.onGap(symbols, from, receivedAt);
  }

  return {
    /** From now on ticks are delivered and gaps are reported. */
    start: (given: FeedHandlers): void => void (handlers = given),
    isStarted: (): boolean => handlers !== null,
    opened: (): void => publish({ connected: true }),
    /** Connected, but without prices, for this reason. */
    waiting: (reason: string): void => publish({ connected: true, reason }),
    offered: (offer: PairOffer): void => handlers?.onOffer(offer),
    /** Each sentence once: the other side controls some of the text. */
    warn: warn ? warnOnce(warn) : () => undefined,
    deliver: (tick: QuotedTick): void => {
      const receivedAt = clock.now();
      markDelivering(receivedAt);
      handlers?.onTick({ ...tick, receivedAt });
    },
    closed: (reason: string): void => {
      if (isStopped) return;
      markBroken();
      publish({ connected: false, reason });
      cancelReconnect = scheduler.after(reconnectDelayMs(attempt, chance()), connect);
      attempt += 1;
    },
    stop: (): void => {
      isStopped = true;
      cancelReconnect();
      handlers = null;
      state = { connected: false, reason: 'stopped' };
    },
    state: (): FeedState => state,
  };
}

const firstMs = 1_000;
const maxMs = minuteMs;

/**
 * 1, 2, 4 … 60 s, each with jitter from one half to one and a half (never over 60 s), so that many
 * clients that lost the same server do not reconnect at once. `attempt` counts from 0, `chance` is
 * in [0, 1). The first is at most 1.5 s, of the 2 s within which a feed is asked again.
 */
export const reconnectDelayMs = (attempt: number, chance: number): number =>
  Math.min(maxMs, Math.min(maxMs, firstMs * 2 ** attempt) * (0.5 + chance));

/** What the feed has of the pairs that it is asked for; `named`: all that it says it has. */
export const toOffer = (symbols: readonly string[], named: ReadonlySet<string | null>): PairOffer => ({
  offered: symbols.filter((symbol) => named.has(symbol)),
  notOffered: symbols.filter((symbol) => !named.has(symbol)),
});

const maxSentences = 100;

/**
 * Passes each sentence once and a limited number in total, because the other side controls some of
 * the text.
 */
function warnOnce(warn: (sentence: string) => void): (sentence: string) => void {
  const stated = new Set<string>();
  return (sentence) => {
    if (stated.has(sentence) || stated.size > maxSentences) return;
    stated.add(sentence);
    warn(sentence);
  };
}
