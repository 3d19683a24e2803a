import { expect, it } from 'vitest';
import { featureInfos, featureNames } from '#engine/features/market-features.ts';
import { hourMs } from '#domain/time.ts';
import { pairReversion } from './train-models.ts';
import type { TrainingRows } from './training-rows.ts';

const z = featureNames.indexOf('z_30');

/** Rows of two pairs: z_30, outcome after five minutes, hour. */
function toRows(
  list: readonly (readonly [pair: number, stretch: number, outcome: number, hour: number])[],
): TrainingRows {
  const width = featureInfos.length;
  const features = new Float32Array(list.length * width);
  list.forEach(([, stretch], row) => {
    features[row * width + z] = stretch;
  });
  const outcome = Int8Array.from(list, ([, , came]) => came);
  const outcomes = { 2: outcome, 3: outcome, 5: outcome, 7: outcome, 10: outcome };
  return {
    size: list.length,
    symbols: ['EURCHF', 'NZDUSD'],
    features,
    time: Float64Array.from(list, ([, , , at]) => at * hourMs),
    pair: Uint8Array.from(list, ([pair]) => pair),
    session: new Uint8Array(list.length),
    outcomes,
  };
}

it('counts how much more often than not a stretched price reverted, using only data before the given time', () => {
  const rows = toRows([
    [0, 2, -1, 1],
    [0, -2, 1, 1],
    [0, -1.5, 1, 2],
    [0, 1.5, 1, 2],
    [0, 0.5, 1, 2],
    [0, 2, 0, 2],
    [0, 2, 1, 9],
    [1, 2, 1, 1],
    [1, 2, -1, 1],
  ]);
  // Three of four reverted: 75 less 25; for the other pair one of two.
  expect(pairReversion(rows, 8 * hourMs)).toEqual({ pairs: { EURCHF: 50, NZDUSD: 0 }, others: 25 });
});
