import type { Signal } from '#contract/signals.ts';
import { calibratedFrom, isLlmModelKey } from '#domain/signals/llm-model.ts';

/**
 * Outcomes of a hundred forecasts like this one when the model was measured; null while there are
 * too few.
 */
export function measuredOutcomes(signal: Signal): { won: number; lost: number } | null {
  const { baseRate, sampleSize } = signal.analytics;
  if (sampleSize === 0 || isCalibrating(signal)) return null;
  const won = Math.round(100 * baseRate);
  return { won, lost: 100 - won };
}

/**
 * A language model has no outcomes before its first settled forecast here: at first its record is
 * short.
 */
export const isCalibrating = ({ aiModel, analytics }: Signal): boolean =>
  isLlmModelKey(aiModel) && analytics.sampleSize < calibratedFrom;
