import type { AdminModel } from '#contract/admin-models.ts';
import { calibratedFrom, isLlmModelKey } from '#domain/signals/llm-model.ts';

/**
 * `young`: a model without a card that its own record does not calibrate yet (the contract requires
 * 200 outcomes).
 */
export type ModelStatus = 'works' | 'away' | 'flagged' | 'young';

export function statusOf({ available, key, live }: AdminModel): ModelStatus {
  if (!available) return 'away';
  if (live.flagged) return 'flagged';
  return isLlmModelKey(key) && live.total < calibratedFrom ? 'young' : 'works';
}

/**
 * Mean difference between stated and actual win rate over all signals, from 0 to 1. Null: none was
 * decided.
 */
export function meanError(reliability: AdminModel['live']['reliability']): number | null {
  const count = reliability.reduce((sum, step) => sum + step.count, 0);
  if (count === 0) return null;
  return reliability.reduce((sum, step) => sum + step.count * Math.abs(step.stated - step.real), 0) / count;
}
