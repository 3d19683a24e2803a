import { expect, test } from 'vitest';
import { formatsIn } from '#web/language/formats.ts';
import { intervalScale } from './interval-scale.ts';

const { percent } = formatsIn('en');

test.each([0.5, 0.52, 0.5495, 0.6, 0.95])('labels match the values at their positions, around %d', (breakEven) => {
  const { ticks, decimals, x } = intervalScale([], breakEven);
  expect(ticks.length).toBeGreaterThan(2);
  for (const tick of ticks) expect(x(Number.parseFloat(percent(tick, decimals)) / 100)).toBeCloseTo(x(tick), 9);
  expect(x(breakEven)).toBeGreaterThan(0);
  expect(x(breakEven)).toBeLessThan(100);
});
