import { findPair, computeMid, pipSize } from '#domain/market/currency-pair.ts';
import type { Tick } from './tick.ts';
import { minuteMs } from '#domain/time.ts';

export const nothingCounted = {
  accepted: 0,
  held: 0,
  unknown_symbol: 0,
  not_finite: 0,
  zero: 0,
  negative: 0,
  absurd: 0,
  crossed: 0,
  future: 0,
  repeated: 0,
  out_of_order: 0,
  late: 0,
  unconfirmed_jump: 0,
};
export type TickCounts = Readonly<typeof nothingCounted>;
/** Why a tick was dropped. */
export type TickRejection = Exclude<keyof TickCounts, 'accepted' | 'held'>;

/**
 * `accepted`: use these ticks, in this order; two of them when a jump has just been confirmed.
 * `held`: wait for the next tick of the pair. `dropped`: never use it.
 */
type TickVerdict =
  | { readonly kind: 'accepted'; readonly ticks: readonly Tick[] }
  | { readonly kind: 'held' }
  | { readonly kind: 'dropped'; readonly reason: TickRejection };

/**
 * Max clock difference from the feed; beyond it ticks are unusable, because the age of a price
 * could not be determined.
 */
export const futureToleranceMs = 10_000;
/** A jump beyond this many recent one-minute ranges waits for a second tick. */
const jumpInRanges = 20;
/**
 * No major has ever halved or doubled between two ticks; the franc's 30 % of January 2015 was a
 * confirmed jump.
 */
const absurdFactor = 2;
const absurdSpreadShare = 0.05;
export const plausible = { min: 0.001, max: 10_000 };

interface PairState {
  readonly range: RecentRange;
  last: Tick | null;
  held: Tick | null;
  /** Whether the last price was seen twice. The very first tick has no confirmation. */
  isConfirmed: boolean;
  /**
   * Ticks that contradict an unconfirmed first tick as absurd and agree with one another: the
   * newest, and their number.
   */
  doubt: { readonly tick: Tick; readonly count: number } | null;
}

/**
 * Detects feed errors before any consumer reads a price. One instance for all pairs; state is kept
 * per pair.
 */
export function createTickQuality() {
  const pairs = new Map<string, PairState>();
  const counts = { ...nothingCounted };
  const getState = (symbol: string): PairState | null => {
    const known = pairs.get(symbol);
    const pair = known ? null : findPair(symbol);
    if (!pair) return known ?? null;
    const state: PairState = {
      range: createRecentRange(pair.digits),
      last: null,
      held: null,
      isConfirmed: false,
      doubt: null,
    };
    pairs.set(symbol, state);
    return state;
  };
  const dropped = (reason: TickRejection): TickVerdict => {
    counts[reason] += 1;
    return { kind: 'dropped', reason };
  };
  const accepted = (state: PairState, ticks: readonly Tick[]): TickVerdict => {
    for (const tick of ticks) accept(state, tick);
    counts.accepted += ticks.length;
    return { kind: 'accepted', ticks };
  };
  const held = (state: PairState, tick: Tick): TickVerdict => {
    state.held = tick;
    counts.held += 1;
    return { kind: 'held' };
  };

  function check(tick: Tick): TickVerdict {
    const state = getState(tick.symbol);
    if (!state) return dropped('unknown_symbol');
    const error = priceError(tick) ?? timeError(tick, state.last);
    if (error) return dropped(error);
    if (isLeap(tick, state.last)) return state.isConfirmed ? dropped('absurd') : doubtFirst(state, tick);
    if (!state.last || !isJump(state, state.last, tick)) {
      state.isConfirmed = state.last !== null;
      discardHeld(state);
      return accepted(state, [tick]);
    }
    return state.held ? judgeAgain(state, state.held, tick) : held(state, tick);
  }

  /** Two agreeing ticks outvote an unconfirmed first one: the next tick that agrees replaces it. */
  function doubtFirst(state: PairState, tick: Tick): TickVerdict {
    const before = state.doubt;
    if (before && orderError(tick, before.tick)) return dropped('absurd');
    const count = before && !isJump(state, before.tick, tick) ? before.count + 1 : 1;
    state.doubt = { tick, count };
    if (count <= 2) return dropped('absurd');
    discardHeld(state);
    replaceFirst(state);
    return accepted(state, [tick]);
  }

  /**
   * Handles a second tick far from the last accepted one. When it is near the held tick, it
   * confirms it and both are accepted in order: the held price was real when it was quoted, and a
   * signal that expired between the two is settled by it.
   */
  function judgeAgain(state: PairState, first: Tick, tick: Tick): TickVerdict {
    const error = orderError(tick, first);
    if (error) return dropped(error);
    if (isJump(state, first, tick)) {
      counts.unconfirmed_jump += 1;
      return held(state, tick);
    }
    state.held = null;
    replaceFirst(state);
    return accepted(state, [first, tick]);
  }

  function discardHeld(state: PairState): void {
    if (state.held) counts.unconfirmed_jump += 1;
    state.held = null;
  }

  return {
    check,
    /**
     * Closed one-minute bars, oldest first, so that jumps are detected from the first live tick on.
     */
    seed: (symbol: string, bars: readonly { readonly high: number; readonly low: number }[]): void => {
      const state = getState(symbol);
      if (state) for (const bar of bars) state.range.addMinute(bar.high - bar.low);
    },
    counts: (): TickCounts => ({ ...counts }),
  };
}

/** The move from a wrong first price to the right one is not part of the market's range. */
function replaceFirst(state: PairState): void {
  if (!state.isConfirmed) state.range.restart();
  state.isConfirmed = true;
}

function accept(state: PairState, tick: Tick): void {
  state.doubt = null;
  state.last = tick;
  state.range.add(tick.time, computeMid(tick.bid, tick.ask));
}

function priceError({ bid, ask }: Tick): TickRejection | null {
  if (!Number.isFinite(bid) || !Number.isFinite(ask)) return 'not_finite';
  if (bid < 0 || ask < 0) return 'negative';
  if (bid === 0 || ask === 0) return 'zero';
  if (bid > ask) return 'crossed';
  if (bid < plausible.min || ask > plausible.max) return 'absurd';
  return ask - bid > absurdSpreadShare * ask ? 'absurd' : null;
}

function timeError(tick: Tick, last: Tick | null): TickRejection | null {
  if (!Number.isFinite(tick.time) || !Number.isFinite(tick.receivedAt)) return 'not_finite';
  if (tick.time > tick.receivedAt + futureToleranceMs) return 'future';
  return last && orderError(tick, last);
}

/**
 * An instant has one price, the first that arrived; otherwise "the first tick at or after" would
 * depend on the time of the query.
 */
function orderError(tick: Tick, before: Tick): TickRejection | null {
  if (tick.time > before.time) return null;
  if (tick.time < before.time) return 'late';
  return tick.bid === before.bid && tick.ask === before.ask ? 'repeated' : 'out_of_order';
}

function isLeap(tick: Tick, last: Tick | null): boolean {
  if (!last) return false;
  const factor = computeMid(tick.bid, tick.ask) / computeMid(last.bid, last.ask);
  return factor > absurdFactor || factor < 1 / absurdFactor;
}

function isJump(state: PairState, from: Tick, to: Tick): boolean {
  const before = computeMid(from.bid, from.ask);
  return Math.abs(computeMid(to.bid, to.ask) - before) > jumpInRanges * state.range.typical(before);
}

/** The mean high-low range of a pair's newest minutes, in price units. */
type RecentRange = ReturnType<typeof createRecentRange>;

const retainedMinutes = 30;
const minutesNeeded = 5;
/**
 * Default while no range is known: 20 of these are half a percent, about five times the widest
 * ordinary minute of a major.
 */
const unknownRangeShare = 0.00025;
/**
 * In a dead hour a price may not change for minutes: with a range of zero every change would be a
 * jump.
 */
const minRangePips = 0.5;

function createRecentRange(digits: number) {
  const ranges = new Float64Array(retainedMinutes);
  const min = minRangePips * pipSize(digits);
  let seen = 0;
  let minute = Number.NaN;
  let high = 0;
  let low = 0;

  function addMinute(range: number): void {
    ranges[seen % retainedMinutes] = range;
    seen += 1;
  }

  return {
    addMinute,
    /** Discards the current minute. */
    restart(): void {
      minute = Number.NaN;
    },
    /** Adds an accepted mid price; a minute ends with the first tick of a later one. */
    add(time: number, mid: number): void {
      const of = Math.floor(time / minuteMs);
      if (of !== minute) {
        if (!Number.isNaN(minute)) addMinute(high - low);
        minute = of;
        high = low = mid;
      } else {
        high = Math.max(high, mid);
        low = Math.min(low, mid);
      }
    },
    typical(price: number): number {
      if (seen < minutesNeeded) return unknownRangeShare * price;
      const known = Math.min(seen, retainedMinutes);
      let sum = 0;
      for (let i = 0; i < known; i += 1) sum += ranges[i] ?? 0;
      return Math.max(sum / known, min);
    },
  };
}
