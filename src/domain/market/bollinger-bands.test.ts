import { expect, test } from 'vitest';
import { createBollingerZ } from '#engine/features/bollinger-z.ts';
import { bollingerBands } from './bollinger-bands.ts';

const closes = Array.from({ length: 60 }, (_, index) => Math.round(1000 * Math.sin(index / 5) + 300 * Math.sin(index)));

test('there are no bands until the period is full', () => {
  expect(bollingerBands(closes.slice(0, 19))).toEqual(Array.from({ length: 19 }, () => null));
  expect(bollingerBands(closes).findIndex((bands) => bands !== null)).toBe(19);
});

test('the bands are the engine’s: a close on the upper one has z of 2', () => {
  const z = createBollingerZ(20);
  const zs = closes.map((close) => z.push(close));
  bollingerBands(closes).forEach((bands, index) => {
    if (!bands) return;
    const deviation = (bands.upper - bands.mean) / 2;
    expect(((closes[index] as number) - bands.mean) / deviation).toBeCloseTo(zs[index] as number, 9);
    expect(bands.mean - bands.lower).toBeCloseTo(bands.upper - bands.mean, 9);
  });
});

test('a market that stands still has bands of no width', () => {
  expect(bollingerBands([5, 5, 5], 3).at(-1)).toEqual({ mean: 5, upper: 5, lower: 5 });
});
