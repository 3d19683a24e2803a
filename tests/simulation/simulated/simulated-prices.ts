import { computeMid, roundPrice } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import { createChance } from '#tests/support/chance.ts';

export const pairs = ['EURUSD', 'USDJPY'] as const;

/** Every price of a market, as a function of the seed and the minute. */
export interface SimulatedPrices {
  /** In rising time. */
  createTicks(symbol: string, minute: number): readonly QuotedTick[];
  toBar(symbol: string, minute: number): Bar | null;
}

/** Between two ticks of a pair: once in a while longer than a settlement may wait. */
const gapMs = (chance: () => number): number => (chance() < 0.01 ? 9_000 : 900) + Math.floor(3_000 * chance());

export function createSimulatedPrices(seed: number): SimulatedPrices {
  const known = new Map<string, readonly QuotedTick[]>();

  const make = (symbol: string, minute: number): QuotedTick[] => {
    const place = symbol.charCodeAt(0);
    const number = minute / minuteMs;
    const chance = createChance((Math.imul(seed, 7919) ^ Math.imul(number, 31) ^ place) | 0);
    const ticks: QuotedTick[] = [];
    for (let time = minute + Math.floor(900 * chance()); time < minute + minuteMs; time += gapMs(chance))
      ticks.push(tickAt(symbol, time, Math.round(6 * Math.sin(number / 7 + place) + 4 * (chance() - 0.5))));
    return ticks;
  };

  const createTicks: SimulatedPrices['createTicks'] = (symbol, minute) => {
    const key = `${symbol} ${minute}`;
    const ticks = known.get(key) ?? make(symbol, minute);
    known.set(key, ticks);
    return ticks;
  };

  return {
    createTicks,
    toBar: (symbol, minute) => {
      const mids = createTicks(symbol, minute).map(({ bid, ask }) =>
        roundPrice(computeMid(bid, ask), getDigits(symbol)),
      );
      const [open] = mids;
      const close = mids.at(-1);
      if (open === undefined || close === undefined) return null;
      return { time: minute, open, high: Math.max(...mids), low: Math.min(...mids), close };
    },
  };
}

const getDigits = (symbol: string): number => (symbol.endsWith('JPY') ? 3 : 5);

/** Whole points around a level, so that prices are equal now and then. */
function tickAt(symbol: string, time: number, points: number): QuotedTick {
  const point = 10 ** -getDigits(symbol);
  const mid = (symbol.endsWith('JPY') ? 150 : 1.1) + points * point;
  const getPrice = (offset: number): number => Number((mid + offset * point).toFixed(getDigits(symbol)));
  return { symbol, time, bid: getPrice(-4), ask: getPrice(4) };
}
