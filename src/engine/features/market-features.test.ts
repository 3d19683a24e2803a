import { describe, expect, it } from 'vitest';
import { wanderingMarket } from '#tests/support/market/wandering-bars.ts';
import { minuteMs } from '#domain/time.ts';
import { createFeatureStream, pairFeatureInfos } from './feature-stream.ts';
import { createMarketFeatures, featureInfos, featureNames } from './market-features.ts';

const start = Date.parse('2018-03-06T12:00:00Z');
const count = 300;
const market = wanderingMarket({ start, count });
const symbols = [...market.keys()];
const last = start + (count - 1) * minuteMs;
const first = pairFeatureInfos.length;

/** Features after all bars of these pairs were pushed and the last minute was closed. */
function closed(of: readonly string[] = symbols, turn = (price: number) => price) {
  const features = createMarketFeatures(of);
  of.forEach((symbol, pair) => {
    for (const { time, open, high, low, close } of market.get(symbol) ?? []) {
      const [a, b] = [turn(high), turn(low)];
      features.push(pair, { time, open: turn(open), high: Math.max(a, b), low: Math.min(a, b), close: turn(close) });
    }
  });
  features.close(last);
  return features;
}

const toVector = (features: ReturnType<typeof closed>, pair: number): number[] => [...(features.vector(pair) ?? [])];

describe('market features', () => {
  it('combine the features of the pair with a finite number for every cross-pair feature', () => {
    symbols.forEach((symbol, pair) => {
      const stream = createFeatureStream(symbol);
      const own = (market.get(symbol) ?? []).map((bar) => stream.push(bar)).at(-1);
      const vector = toVector(closed(), pair);
      expect(vector.slice(0, first)).toEqual([...(own ?? [])]);
      expect(vector.slice(first).every(Number.isFinite)).toBe(true);
      expect(vector).toHaveLength(featureNames.length);
    });
  });

  it('split the move of a pair into a part implied by the others and its own part', () => {
    const vector = toVector(closed(), 0);
    const at = (name: string): number => vector[featureNames.indexOf(name)] as number;
    // Both in mean true ranges × √n, like the pair's own move; for such small moves the logarithm
    // approximates the move.
    for (const n of [1, 3, 10, 30, 60]) expect(at(`strength_${n}`) + at(`apart_${n}`)).toBeCloseTo(moveOver(n), 1);
    function moveOver(n: number): number {
      const closes = (market.get(symbols[0] ?? '') ?? []).map(({ close }) => Math.log(close) * 1e4);
      const scale = Math.exp(at('range_level'));
      return ((closes.at(-1) ?? 0) - (closes.at(-1 - n) ?? 0)) / (scale * Math.sqrt(n));
    }
  });

  it('have no cross-pair values with fewer than four other pairs', () => {
    const few = closed(symbols.slice(0, 4));
    expect(toVector(few, 0).slice(first).every(Number.isNaN)).toBe(true);
    expect(toVector(few, 0).slice(0, first).every(Number.isFinite)).toBe(true);
    expect(
      toVector(closed(symbols.slice(0, 5)), 0)
        .slice(first)
        .every(Number.isFinite),
    ).toBe(true);
  });

  it('exclude a pair without a bar of the minute or with untrusted history', () => {
    const features = createMarketFeatures(symbols);
    symbols.forEach((symbol, pair) => {
      for (const bar of market.get(symbol)?.slice(0, pair === 2 ? -1 : undefined) ?? []) features.push(pair, bar);
    });
    features.close(last, (pair) => pair === 3);
    expect(symbols.map((_, pair) => features.vector(pair) === null)).toEqual(
      symbols.map((_, pair) => pair === 2 || pair === 3),
    );
    const without = toVector(features, 0);
    expect(without.slice(first)).not.toEqual(toVector(closed(), 0).slice(first));
    expect(without.slice(first)).toEqual(
      toVector(closed(symbols.filter((_, pair) => pair !== 2 && pair !== 3)), 0).slice(first),
    );
  });

  it('do not depend on the arrival order of the bars of a minute', () => {
    const features = createMarketFeatures(symbols);
    for (const [pair, symbol] of [...symbols.entries()].toReversed())
      for (const bar of market.get(symbol) ?? []) features.push(pair, bar);
    features.close(last);
    expect(toVector(features, 4)).toEqual(toVector(closed(), 4));
  });

  it('flip only mirrored features when the market is inverted', () => {
    const upright = toVector(closed(), 1);
    const turned = toVector(
      closed(symbols, (price) => 1 / price),
      1,
    );
    featureInfos.slice(first).forEach(({ name, mirrored }, i) => {
      expect(mirrored).toBe(true);
      // The inverse of a five-digit price is not a whole number of points, so the values are close
      // but not equal.
      const [a, b] = [turned[first + i] as number, -(upright[first + i] as number)];
      if (!/_(z|rsi)_|level/.test(name)) expect(Math.abs(a - b), name).toBeLessThan(0.05);
    });
  });

  it('are null for a restarted pair until it is warm again', () => {
    const features = closed();
    features.restart(0);
    features.close(last);
    expect(features.vector(0)).toBeNull();
    expect(features.vector(1)).not.toBeNull();
    for (const bar of market.get(symbols[0] ?? '') ?? []) features.push(0, bar);
    features.close(last);
    expect(toVector(features, 0)).toEqual(toVector(closed(), 0));
  });
});
