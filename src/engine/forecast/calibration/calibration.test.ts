import { describe, expect, it } from 'vitest';
import { calibrate, isRising } from './calibration.ts';

const curves = [
  { slope: 1, bend: 0, limit: 1 },
  { slope: 1.4, bend: -0.3, limit: 2 },
  { slope: 0.6, bend: 0.8, limit: 0.7 },
];

describe.each(curves)('the curve of slope $slope, bend $bend, limit $limit', (curve) => {
  const scores = Array.from({ length: 801 }, (_, i) => (i - 400) / 100);

  it('is strictly increasing', () => {
    const stated = scores.map((score) => calibrate(curve, score));
    expect(stated.every((p, i) => i === 0 || p > (stated[i - 1] as number))).toBe(true);
  });

  it('maps zero to one half and is point-symmetric', () => {
    expect(calibrate(curve, 0)).toBe(0.5);
    for (const score of scores) expect(calibrate(curve, score) + calibrate(curve, -score)).toBeCloseTo(1, 12);
  });

  it('is never certain', () => {
    for (const score of [1e3, -1e3, 1e300, -1e300]) {
      expect(calibrate(curve, score)).toBeGreaterThan(0);
      expect(calibrate(curve, score)).toBeLessThan(1);
    }
  });
});

it.each([
  [{ slope: 1, bend: 0, limit: 1 }, true],
  [{ slope: 1, bend: -0.5, limit: 1 }, false],
  [{ slope: 0, bend: 1, limit: 1 }, false],
  [{ slope: 1, bend: 0, limit: 0 }, false],
  [{ slope: Number.NaN, bend: 0, limit: 1 }, false],
])('reports whether the curve %o rises: %s', (curve, rises) => {
  expect(isRising(curve)).toBe(rises);
});
