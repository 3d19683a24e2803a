import { expect, test } from 'vitest';
import { lossRunChance } from './loss-runs.ts';

/** Every sequence of ten, one by one. */
function counted(losses: number, p: number): number {
  let sum = 0;
  for (let bits = 0; bits < 1024; bits += 1) {
    const sequence = bits.toString(2).padStart(10, '0');
    const lost = sequence.split('1').join('').length;
    if (sequence.includes('0'.repeat(losses))) sum += p ** (10 - lost) * (1 - p) ** lost;
  }
  return sum;
}

test('at 55 of 100, 40.9 of 100 traders have three losses or more in a row within ten signals', () => {
  expect(lossRunChance(3, 10, 0.55)).toBeCloseTo(0.409, 3);
});

test.each([2, 3, 4, 7, 10])('the chance of %i in a row within ten is that of all such sequences', (losses) => {
  for (const p of [0.5, 0.54, 0.6]) expect(lossRunChance(losses, 10, p)).toBeCloseTo(counted(losses, p), 12);
});
