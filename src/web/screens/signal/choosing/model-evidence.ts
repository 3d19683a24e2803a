import type { ModelFigures } from '#contract/record/record.ts';
import type { WorkingStats } from '#contract/signals.ts';
import { calibratedFrom } from '#domain/signals/llm-model.ts';

/** Evidence of a model's win rate for its card. */
export type ModelEvidence =
  /** A share from 0 to 1. */
  | { readonly kind: 'measured'; readonly winRate: number }
  | { readonly kind: 'notCalibrated'; readonly settled: number }
  | { readonly kind: 'tooFew' };

/**
 * Signals issued to users, because they are what a user gets, otherwise its shadow forecasts of each
 * minute. Never adds both; nothing below 100 outcomes.
 */
export function getEvidence(
  { settledAnswers }: Pick<WorkingStats['models'][number], 'settledAnswers'>,
  figures: ModelFigures | undefined,
): ModelEvidence {
  if (settledAnswers !== undefined && settledAnswers < calibratedFrom)
    return { kind: 'notCalibrated', settled: settledAnswers };
  const winRate = figures?.winRate ?? figures?.shadow?.issued.winRate ?? null;
  return winRate === null ? { kind: 'tooFew' } : { kind: 'measured', winRate };
}
