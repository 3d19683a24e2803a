import { type Currency, currencies } from '#domain/market/currency-pair.ts';
import { newYorkOffsetMs } from '#domain/market/new-york-time.ts';
import { minuteMs } from '#domain/time.ts';
import type { MarketParameters } from './market-parameters.ts';

const minutesPerDay = 1_440;
const dayMs = minutesPerDay * minuteMs;
/** Instants inside a minute at which a price may be quoted. */
export const slotsPerMinute = 120;
export const slotMs = minuteMs / slotsPerMinute;

/** How fast a currency reverts to its level, per day, and how many days are summed. */
const dailyMemory = 0.97;
const cachedDays = 200;
const kind = { day: 1, minute: 2, volatility: 3, slot: 4 } as const;

interface Day {
  /** `value[c][m]`: log worth of currency c at the start of minute m; 1,441 values. */
  readonly value: readonly Float64Array[];
  readonly sigma: readonly Float64Array[];
}

/**
 * The logarithm of each currency's worth as a function of (seed, time). Generates a day as a whole:
 * its two ends come from a daily walk around the currency's level, the path between is a random walk
 * bent to meet them (a Brownian bridge), and part of every shock decays within minutes.
 */
export function createCurrencyPaths(parameters: MarketParameters, seed: number) {
  const days = new Map<number, Day>();
  const retentionDays = 4;
  const deviations = currencies.map((currency) => parameters.deviation[currency]);

  function getDay(index: number): Day {
    const known = days.get(index);
    if (known) return known;
    const made = makeDay(parameters, seed, index);
    if (days.size >= retentionDays) days.delete(Math.min(...days.keys()));
    days.set(index, made);
    return made;
  }

  return {
    /** Standard deviation of a currency's log change over the average minute. */
    deviation: (currency: number): number => deviations[currency] ?? 0,
    /**
     * `slotsPerMinute` values of one currency within the minute that starts at `minuteStart`, written
     * into `out`.
     */
    slots(currency: number, minuteStart: number, out: Float64Array): void {
      const index = Math.floor(minuteStart / dayMs);
      const minute = Math.floor((minuteStart - index * dayMs) / minuteMs);
      const day = getDay(index);
      const value = day.value[currency] ?? out;
      bridge(
        mix(seed, kind.slot, currency, index, minute),
        value[minute] ?? 0,
        value[minute + 1] ?? 0,
        day.sigma[currency]?.[minute] ?? 0,
        out,
      );
    },
  };
}

/**
 * A random walk from `from` to `to` that meets both ends; the last slot is one step before `to`.
 */
function bridge(start: number, from: number, to: number, sigma: number, out: Float64Array): void {
  const step = sigma / Math.sqrt(slotsPerMinute);
  let state = start;
  let walk = 0;
  for (let i = 0; i < slotsPerMinute; i += 1) {
    out[i] = walk;
    state = nextState(state);
    walk += step * roughNormal(scramble(state));
  }
  const slope = (to - from - walk) / slotsPerMinute;
  for (let i = 0; i < slotsPerMinute; i += 1) out[i] = from + (out[i] ?? 0) + slope * i;
}

function makeDay(parameters: MarketParameters, seed: number, index: number): Day {
  const clock = marketClock(parameters, index);
  const volatility = [index - 1, index].map((day) => computeVolatility(parameters, seed, day));
  const made = currencies.map((currency, c) => {
    const deviation = parameters.deviation[currency];
    const yesterday = shocks(seed, c, index - 1, deviation, clock, volatility[0]);
    const today = shocks(seed, c, index, deviation, clock, volatility[1]);
    const fades = fadesByHour(parameters, currency);
    const fading = fadingPart(parameters.reversion.minutes, fades, clock, [yesterday.shock, today.shock]);
    const walk = lastingPart(parameters, seed, { currency, c, index }, clock, { fades, shock: today.shock });
    return { value: walk.map((value, m) => value + (fading[m] ?? 0)), sigma: today.sigma };
  });
  return { value: made.map((path) => path.value), sigma: made.map((path) => path.sigma) };
}

/** By New York hour: the part of a currency's shock that decays with each time constant. */
const fadesByHour = ({ reversion }: MarketParameters, currency: Currency): number[][] =>
  reversion.shareByHour.map((shares) => shares.map((share) => share * reversion.strength[currency]));

/** Values that depend on New York's time of day. */
interface MarketDayClock {
  readonly variance: Float64Array;
  readonly hour: Uint8Array;
}

function marketClock(parameters: MarketParameters, index: number): MarketDayClock {
  const offset = newYorkOffsetMs((index + 0.5) * dayMs);
  const minuteOfNewYork = (m: number): number => (m + offset / minuteMs + minutesPerDay) % minutesPerDay;
  const clock = { variance: new Float64Array(minutesPerDay), hour: new Uint8Array(minutesPerDay) };
  for (let m = 0; m < minutesPerDay; m += 1) {
    const minute = minuteOfNewYork(m);
    clock.variance[m] = parameters.varianceByQuarter[Math.floor(minute / 15)] ?? 1;
    clock.hour[m] = Math.floor(minute / 60);
  }
  return clock;
}

/** exp of the log volatility of each minute, scaled so that its square is 1 on average. */
function computeVolatility(parameters: MarketParameters, seed: number, index: number): Float64Array {
  const factor = new Float64Array(minutesPerDay);
  for (const { minutes, deviation } of parameters.volatility) {
    for (let m = 0; m < minutesPerDay; m += 1) {
      const minute = index * minutesPerDay + m;
      const node = Math.floor(minute / minutes);
      const share = minute / minutes - node;
      const at = (n: number): number => normal(mix(seed, kind.volatility, minutes, n));
      const value = share === 0 ? at(node) : (1 - share) * at(node) + share * at(node + 1);
      factor[m] = (factor[m] ?? 0) + deviation * value - deviation ** 2 * ((1 - share) ** 2 + share ** 2);
    }
  }
  return factor.map(Math.exp);
}

function shocks(
  seed: number,
  currency: number,
  index: number,
  deviation: number,
  clock: MarketDayClock,
  volatility: Float64Array = new Float64Array(),
) {
  const sigma = new Float64Array(minutesPerDay);
  const shock = new Float64Array(minutesPerDay);
  let state = mix(seed, kind.minute, currency, index);
  for (let m = 0; m < minutesPerDay; m += 1) {
    state = nextState(state);
    sigma[m] = deviation * Math.sqrt(clock.variance[m] ?? 1) * (volatility[m] ?? 1);
    shock[m] = (sigma[m] ?? 0) * normal(scramble(state));
  }
  return { sigma, shock };
}

/** After so many time constants a two-billionth of a shock is left. */
const warmUpConstants = 20;

/** Shocks that decay with each time constant; the end of the previous day is run first as a warm-up. */
function fadingPart(
  minutes: readonly number[],
  fades: readonly (readonly number[])[],
  clock: MarketDayClock,
  [yesterday, today]: readonly [Float64Array, Float64Array],
): Float64Array {
  const value = new Float64Array(minutesPerDay + 1);
  minutes.forEach((constant, k) => {
    const decay = Math.exp(-1 / constant);
    const shares = fades.map((parts) => parts[k] ?? 0);
    const shareAt = (m: number): number => shares[clock.hour[m] ?? 0] ?? 0;
    const warmUp = Math.min(minutesPerDay, Math.ceil(warmUpConstants * constant));
    let state = 0;
    for (let m = minutesPerDay - warmUp; m < minutesPerDay; m += 1)
      state = decay * state + shareAt(m) * (yesterday[m] ?? 0);
    for (let m = 0; m <= minutesPerDay; m += 1) {
      value[m] = (value[m] ?? 0) + state;
      if (m < minutesPerDay) state = decay * state + shareAt(m) * (today[m] ?? 0);
    }
  });
  return value;
}

interface CurrencyDay {
  readonly currency: Currency;
  readonly c: number;
  readonly index: number;
}

function lastingPart(
  parameters: MarketParameters,
  seed: number,
  day: CurrencyDay,
  clock: MarketDayClock,
  { fades, shock }: { readonly fades: readonly (readonly number[])[]; readonly shock: Float64Array },
): Float64Array {
  const lastingByHour = fades.map((parts) => 1 - parts.reduce((sum, part) => sum + part, 0));
  const value = new Float64Array(minutesPerDay + 1);
  const share = new Float64Array(minutesPerDay + 1);
  for (let m = 0; m < minutesPerDay; m += 1) {
    const lasting = lastingByHour[clock.hour[m] ?? 0] ?? 1;
    value[m + 1] = (value[m] ?? 0) + lasting * (shock[m] ?? 0);
    share[m + 1] = (share[m] ?? 0) + lasting ** 2 * (clock.variance[m] ?? 1);
  }
  const total = share[minutesPerDay] ?? 1;
  const dailyDeviation = parameters.deviation[day.currency] * Math.sqrt(total);
  const at = (index: number): number =>
    parameters.level[day.currency] + dailyDeviation * distanceFromLevel(seed, day.c, index);
  const from = at(day.index);
  const bend = at(day.index + 1) - from - (value[minutesPerDay] ?? 0);
  for (let m = 0; m <= minutesPerDay; m += 1) value[m] = from + (value[m] ?? 0) + bend * ((share[m] ?? 0) / total);
  return value;
}

/**
 * A slowly decaying sum of daily shocks, in daily standard deviations: prices wander, but stay near
 * their level.
 */
function distanceFromLevel(seed: number, currency: number, index: number): number {
  let distance = 0;
  let weight = 1;
  for (let back = 0; back < cachedDays; back += 1) {
    distance += weight * normal(mix(seed, kind.day, currency, index - back));
    weight *= dailyMemory;
  }
  return distance;
}

/**
 * Randomness as a pure function: the same seed and position give the same number in every process,
 * so that any part of the simulated market can be recomputed. Mixing steps: [16 21f0aaad 15
 * d35a2d97 15] of C. Wellons, "Prospecting for Hash Functions" (2018).
 */
export function mix(...parts: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) hash = scramble(hash ^ scramble(part | 0));
  return hash;
}

/**
 * One step of a stream that starts with `mix(…)`: pass each result to the next call. Whole numbers
 * from 0 to 2^32 − 1.
 */
export const nextState = (state: number): number => (state + 0x6d2b79f5) >>> 0;

export function scramble(value: number): number {
  let x = value ^ (value >>> 16);
  x = Math.imul(x, 0x21f0aaad);
  x ^= x >>> 15;
  x = Math.imul(x, 0xd35a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

const range = 2 ** 32;

/** Uniform in (0, 1). */
const uniform = (hash: number): number => (hash + 0.5) / range;

/** Standard normal by the Box-Muller transform. */
const normal = (hash: number): number =>
  Math.sqrt(-2 * Math.log(uniform(hash))) * Math.cos(2 * Math.PI * uniform(scramble(hash ^ 0x5bd1e995)));

/**
 * Mean 0, variance 1, and cheap: the sum of four uniform bytes. For the small steps within a
 * minute.
 */
const roughNormal = (hash: number): number =>
  ((hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24) - 510) * roughScale;
const roughScale = 1 / Math.sqrt((4 * (256 ** 2 - 1)) / 12);
