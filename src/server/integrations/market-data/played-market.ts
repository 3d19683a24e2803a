import { type MarketClock, minuteMs, startOfMinute } from '#domain/time.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import { noTimer, type Scheduler } from '#server/jobs/scheduler.ts';
import type { FeedHandlers, FeedState, MarketData } from './market-data.ts';

interface PlayedMarketOptions extends Pick<MarketData, 'kind' | 'symbols' | 'historyDays' | 'backfill'> {
  readonly clock: MarketClock;
  readonly scheduler: Scheduler;
  /** How often the clock is looked at, real milliseconds. */
  readonly pollMs: number;
  /** Every tick of the minute that starts then, in rising time. */
  readonly createTicks: (minuteStart: number) => readonly QuotedTick[];
  /** A process that slept longer missed those ticks: it reports a gap and continues from now. By default it catches up. */
  readonly catchUpMs?: number;
  /** By default it goes on for ever. */
  readonly endsAt?: number;
}

/** A market whose ticks are made up or recorded on this machine, played by the clock. */
export function createPlayedMarket(options: PlayedMarketOptions): MarketData {
  const { clock, scheduler, pollMs, createTicks, catchUpMs = Infinity, endsAt = Infinity, ...market } = options;
  const { symbols } = market;
  const offer = { offered: symbols, notOffered: [] };
  let state: FeedState = { connected: false, reason: 'not started' };
  let stopPolling = noTimer;

  async function start(handlers: FeedHandlers): Promise<void> {
    const stream = createTickStream(createTicks, clock.now());
    const poll = (): void => {
      const now = clock.now();
      if (now - stream.position() > catchUpMs) {
        handlers.onGap(symbols, stream.position(), now);
        stream.skipTo(now);
      }
      for (const tick of stream.takeUntil(Math.min(now, endsAt))) {
        if (!state.connected) return;
        handlers.onTick({ ...tick, receivedAt: now });
      }
      if (now >= endsAt) return end(handlers);
      stopPolling = scheduler.after(pollMs, poll);
    };
    state = { connected: true };
    handlers.onStateChange(state);
    handlers.onOffer(offer);
    stopPolling = scheduler.after(pollMs, poll);
  }

  function end(handlers: FeedHandlers): void {
    state = { connected: false, reason: 'the recording has ended' };
    handlers.onGap(symbols, endsAt, null);
    handlers.onStateChange(state);
  }

  async function stop(): Promise<void> {
    stopPolling();
    state = { connected: false, reason: 'stopped' };
  }

  return { ...market, isLive: false, offer: () => offer, start, stop, state: () => state };
}

/**
 * Iterates over the minutes of a generated or recorded market and returns each tick once, when it
 * is due.
 */
interface TickStream {
  /** Everything up to this instant has been returned. */
  position(): number;
  skipTo(time: number): void;
  /** Ticks after the position, up to and including `until`, in rising time. */
  takeUntil(until: number): Generator<QuotedTick>;
}

/**
 * `createTicks`: every tick of the minute that starts at its argument, in rising time. Nothing before
 * `from` is returned.
 */
function createTickStream(createTicks: (minuteStart: number) => readonly QuotedTick[], from: number): TickStream {
  let position = from - 1;
  let minute = Number.NaN;
  let ticks: readonly QuotedTick[] = [];
  let next = 0;

  function open(minuteStart: number): void {
    minute = minuteStart;
    ticks = createTicks(minuteStart);
    next = 0;
  }

  function* takeUntil(until: number): Generator<QuotedTick> {
    for (let start = startOfMinute(position); start <= until; start += minuteMs) {
      if (start !== minute) open(start);
      for (let tick = ticks[next]; tick && tick.time <= until; tick = ticks[next]) {
        next += 1;
        if (tick.time > position) yield tick;
      }
    }
    position = Math.max(position, until);
  }

  return { position: () => position, skipTo: (time) => void (position = time), takeUntil };
}
