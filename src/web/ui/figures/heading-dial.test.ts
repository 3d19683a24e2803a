import { expect, test } from 'vitest';
import { dialAngle } from './heading-dial.tsx';

test.each([
  [50, 0],
  [57, 12.6],
  [75, 45],
  [100, 90],
  [49, 0],
  [120, 90],
])('places %d % at %d degrees above the horizon', (percent, angle) => {
  expect(dialAngle(percent)).toBeCloseTo(angle, 10);
});
