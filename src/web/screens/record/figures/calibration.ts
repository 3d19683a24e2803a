import type { ModelFigures } from '#contract/record/record.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';

/** Shares from 0 to 1. */
export type CalibrationStep = ModelFigures['reliability'][number];

export interface Calibration {
  readonly aiModel: AiModelKey;
  readonly steps: readonly CalibrationStep[];
  readonly count: number;
  /** Mean absolute difference between stated and actual rate, each signal counted once. */
  readonly error: number;
}

/** For every model with enough outcomes, in the order of the figures. */
export function computeCalibrations(models: readonly ModelFigures[], source: 'people' | 'shadow'): Calibration[] {
  return models.flatMap(({ aiModel, reliability, shadow }) => {
    const steps = source === 'people' ? reliability : (shadow?.reliability ?? []);
    const count = steps.reduce((sum, step) => sum + step.count, 0);
    if (count === 0) return [];
    const error = steps.reduce((sum, { stated, real, count: weight }) => sum + weight * Math.abs(stated - real), 0);
    return { aiModel, steps, count, error: error / count };
  });
}
