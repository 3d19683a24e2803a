import type { FastifyBaseLogger } from 'fastify';
import { minuteMs, secondMs, type WallClock } from '#domain/time.ts';

/**
 * The time that everything is written by: the wall clock as long as it runs like the monotonic one. It
 * never jumps with the wall clock, and it goes back only to a time that a feed confirms.
 */
export interface TrustedClock extends WallClock {
  /** False while the wall clock, or a live feed, says another time. */
  isTrusted(): boolean;
  /** What the prices of a live feed say about this time. */
  feedSays(): FeedSays;
  /** The time of a price that has just arrived from another machine, milliseconds UTC. */
  observeFeed(time: number): void;
}

export type FeedSays = 'same' | 'other' | 'unknown';

interface ClockSources {
  /** Milliseconds UTC, of a clock that may jump. */
  readonly wallNow: () => number;
  /** Milliseconds that never jump, and stand still while the machine sleeps. */
  readonly steadyNow: () => number;
  /** Milliseconds that never jump, and run on while the machine sleeps. */
  readonly upMs: () => number;
  readonly log: FastifyBaseLogger;
}

/** Differences below this are drift, which is followed a tenth of a second each second. */
const minStepMs = 2 * secondMs;
const followShare = 0.1;
/** How much a price may be late. */
const feedLagMs = 10 * secondMs;
/** A stream of prices shows the time once it has kept pace for this long; a list of old prices does not. */
const paceMs = 3 * secondMs;
/** Without a feed, a wall clock that keeps its new time for this long is believed: the machine was suspended. */
const believeAfterMs = 10 * minuteMs;

export function createTrustedClock({ wallNow, steadyNow, upMs, log }: ClockSources): TrustedClock {
  let readAt = steadyNow();
  /** The time is the monotonic one plus this. */
  let offset = wallNow() - readAt;
  let asleep = upMs() - readAt;
  /** Since when the wall clock differs, monotonic; null: it does not. */
  let differsSince: number | null = null;
  const feed = createFeedOffset();

  const adopt = (error: number, reason: string): void => {
    offset += error;
    differsSince = null;
    log.warn({ jumpMs: Math.round(error) }, `the new time of the wall clock is taken: ${reason}`);
  };

  const read = (): number => {
    const steady = steadyNow();
    const error = wallNow() - steady - offset;
    if (Math.abs(error) < minStepMs) follow(error, steady - readAt);
    else judgeStep(error, steady);
    readAt = steady;
    return steady;
  };

  const follow = (error: number, passedMs: number): void => {
    const most = passedMs * followShare;
    offset += Math.max(-most, Math.min(most, error));
    if (differsSince !== null) log.warn('the wall clock is back');
    differsSince = null;
  };

  const judgeStep = (error: number, steady: number): void => {
    if (feed.says(offset + error, steady) && !feed.says(offset, steady)) return adopt(error, 'the feed has the same');
    if (differsSince === null) {
      const sleptMs = upMs() - steady - asleep;
      asleep += sleptMs;
      if (Math.abs(error - sleptMs) < minStepMs) return adopt(error, 'the machine slept');
      differsSince = steady;
      log.error({ jumpMs: Math.round(error) }, 'the wall clock jumped; check the time service');
    }
    const mayStay = feed.isKnown(steady) ? feed.says(offset + error, steady) : !feed.wasKnown();
    if (mayStay && steady - differsSince >= believeAfterMs) adopt(error, 'it has stayed');
  };

  const feedSays = (): FeedSays => {
    const steady = read();
    if (!feed.isKnown(steady)) return 'unknown';
    return feed.says(offset, steady) ? 'same' : 'other';
  };

  return {
    now: () => Math.floor(read() + offset),
    feedSays,
    isTrusted: () => feedSays() !== 'other' && differsSince === null,
    observeFeed: (time) => feed.observe(time, read()),
  };
}

/** What a stream of prices says about the time: its newest price, as an offset from the monotonic clock. */
function createFeedOffset() {
  let start: { readonly time: number; readonly steady: number } | null = null;
  let known: { readonly offset: number; readonly steady: number } | null = null;
  const isKnown = (steady: number): boolean => known !== null && steady - known.steady <= feedLagMs;
  return {
    observe: (time: number, steady: number): void => {
      // A stream may begin with a list of old prices, which is too fast to show the time.
      if (start === null || steady - start.steady > feedLagMs) start = { time, steady };
      if (time <= start.time || steady - start.steady < paceMs) return;
      const pace = (time - start.time) / (steady - start.steady);
      if (pace > 0.5 && pace < 2) known = { offset: time - steady, steady };
      start = { time, steady };
    },
    /** Whether prices have confirmed the offset a moment ago. */
    isKnown,
    wasKnown: (): boolean => known !== null,
    /** Whether it agrees with this offset. */
    says: (offset: number, steady: number): boolean =>
      isKnown(steady) && known !== null && Math.abs(known.offset - offset) <= feedLagMs,
  };
}

/** How far the clock of another process may be ahead. */
const maxSkewMs = 2 * secondMs;

/**
 * When a statement is issued that follows one of `newestAt`, so that times never fall along the record;
 * null: the record is ahead of the clock, and nothing is dated in the future.
 */
export const issueTime = (now: number, newestAt: number): number | null =>
  newestAt - now > maxSkewMs ? null : Math.max(now, newestAt);
