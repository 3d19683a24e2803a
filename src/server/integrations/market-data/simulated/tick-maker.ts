import { currencies, type MajorPair } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { newYorkMinute } from '#domain/market/new-york-time.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import { createCurrencyPaths, slotMs, slotsPerMinute, mix, nextState, scramble } from './currency-paths.ts';
import type { MarketParameters } from './market-parameters.ts';

/** Share of the half-second slots that quote a price: 1.4 ticks per second. */
const quotedShare = 0.7;
const quotedBelow = quotedShare * 2 ** 32;
const quoteKind = 7;

/** The simulated market of the given pairs as a function of (seed, time): ticks and bars of a minute always agree. */
export function createTickMaker(parameters: MarketParameters, seed: number, pairs: readonly MajorPair[]) {
  const paths = createCurrencyPaths(parameters, seed);
  const slots = currencies.map(() => new Float64Array(slotsPerMinute));
  let slotsDay = Number.NaN;

  const sources = pairs.map((pair, i) => ({
    pair,
    base: slots[currencies.indexOf(pair.base)] ?? new Float64Array(),
    quote: slots[currencies.indexOf(pair.quote)] ?? new Float64Array(),
    index: i,
    scale: 10 ** pair.digits,
    deviation: Math.hypot(
      paths.deviation(currencies.indexOf(pair.base)),
      paths.deviation(currencies.indexOf(pair.quote)),
    ),
  }));
  type Source = (typeof sources)[number];

  function prepare(minuteStart: number): void {
    if (slotsDay === minuteStart) return;
    slots.forEach((out, currency) => paths.slots(currency, minuteStart, out));
    slotsDay = minuteStart;
  }

  const quoteSeed = (source: Source, minuteStart: number): number =>
    mix(
      seed,
      quoteKind,
      currencies.indexOf(source.pair.base),
      currencies.indexOf(source.pair.quote),
      minuteStart / minuteMs,
    );

  function createTicks(source: Source, minuteStart: number): QuotedTick[] {
    const found: QuotedTick[] = [];
    const spread = (parameters.spreadByHour[Math.floor(newYorkMinute(minuteStart) / 60)] ?? 1) * source.deviation;
    let state = quoteSeed(source, minuteStart);
    for (let slot = 0; slot < slotsPerMinute; slot += 1) {
      state = nextState(state);
      const hash = scramble(state);
      if (hash >= quotedBelow) continue;
      const mid = pointsAt(source, slot);
      // Half a spread is a whole number of points, so that the mid has the precision of the pair
      // too.
      const half = Math.max(1, Math.round(mid * spread * (0.4 + (0.2 * (hash & 0xff)) / 0xff)));
      const time = minuteStart + slot * slotMs + ((hash >>> 8) % slotMs);
      found.push({
        symbol: source.pair.symbol,
        time,
        bid: (mid - half) / source.scale,
        ask: (mid + half) / source.scale,
      });
    }
    return found;
  }

  function toBar(source: Source, minuteStart: number): Bar | null {
    const { base, quote } = source;
    let state = quoteSeed(source, minuteStart);
    let open = -1;
    let close = -1;
    let high = -1;
    let low = -1;
    for (let slot = 0; slot < slotsPerMinute; slot += 1) {
      state = nextState(state);
      if (scramble(state) >= quotedBelow) continue;
      const value = (base[slot] ?? 0) - (quote[slot] ?? 0);
      if (open < 0) open = high = low = slot;
      else if (value > (base[high] ?? 0) - (quote[high] ?? 0)) high = slot;
      else if (value < (base[low] ?? 0) - (quote[low] ?? 0)) low = slot;
      close = slot;
    }
    if (open < 0) return null;
    const price = (slot: number): number => pointsAt(source, slot) / source.scale;
    return { time: minuteStart, open: price(open), high: price(high), low: price(low), close: price(close) };
  }

  return {
    /** Every tick of the minute that starts at `minuteStart`, in rising time. */
    ticks(minuteStart: number): readonly QuotedTick[] {
      prepare(minuteStart);
      return sources.flatMap((source) => createTicks(source, minuteStart)).toSorted((a, b) => a.time - b.time);
    },
    /** The same ticks as one bar per pair, in the order of `pairs`; null where none was quoted. */
    bars(minuteStart: number): readonly (Bar | null)[] {
      prepare(minuteStart);
      return sources.map((source) => toBar(source, minuteStart));
    },
  };
}

/**
 * The mid price of a slot in whole points. A cross is the difference of two logarithms, so crosses
 * agree by construction.
 */
const pointsAt = (
  source: { readonly base: Float64Array; readonly quote: Float64Array; readonly scale: number },
  slot: number,
): number => Math.round(Math.exp((source.base[slot] ?? 0) - (source.quote[slot] ?? 0)) * source.scale);
