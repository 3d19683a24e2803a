import { countClusters, computeMean } from './cluster-sums.ts';
import { alwaysValidInterval } from './confidence-sequence.ts';
import type { ModelFlag } from './flag-model.ts';
import { scaledSums } from './flag-model.ts';
import type { ModelTally } from './model-figures.ts';
import { minHoursForRate, minOutcomesForRate } from './shown-rate.ts';

const alpha = 0.05;
const hundredths = 10_000;

/**
 * Checks a model without a card against its own statements: flags it when the probabilities stated
 * in the forecasts that users received are significantly wrong. Null: no such evidence.
 */
export function flagSignals({ excess, wins }: Pick<ModelTally, 'excess' | 'wins'>): ModelFlag | null {
  if (excess.count < minOutcomesForRate || countClusters(excess) < minHoursForRate) return null;
  const { low, high } = alwaysValidInterval(scaledSums(excess, 1 / hundredths), computeMean(wins), alpha);
  if (low <= 0 && high >= 0) return null;
  const live = { value: computeMean(excess) / hundredths, low: Math.max(-1, low), high: Math.min(1, high) };
  return { figure: 'calibration', duration: null, from: null, count: excess.count, live, card: null };
}
