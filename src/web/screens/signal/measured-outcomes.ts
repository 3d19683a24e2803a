import type { Signal } from '#contract/signals.ts';
import { calibratedFrom, isLlmModelKey } from '#domain/signals/llm-model.ts';

/** How a hundred forecasts like this one came out when the model was measured; null while too few have been. */
export function measuredOutcomes(signal: Signal): { won: number; lost: number } | null {
  const { baseRate, sampleSize } = signal.analytics;
  if (sampleSize === 0 || isCalibrating(signal)) return null;
  const won = Math.round(100 * baseRate);
  return { won, lost: 100 - won };
}

/** A language model has no past before its first settled answer here: at first its record says little. */
export const isCalibrating = ({ aiModel, analytics }: Signal): boolean =>
  isLlmModelKey(aiModel) && analytics.sampleSize < calibratedFrom;
