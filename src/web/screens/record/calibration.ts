import type { ModelFigures } from '#contract/record.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';

/** Shares of 1. */
export type CalibrationStep = ModelFigures['calibration'][number];

export interface Calibration {
  readonly aiModel: AiModelKey;
  readonly steps: readonly CalibrationStep[];
  readonly count: number;
  /** How far the stated lies from the real on average, each signal counted once. */
  readonly error: number;
}

/** Of every model that has enough outcomes, in the order of the figures. */
export function calibrationsOf(models: readonly ModelFigures[], source: 'people' | 'shadow'): Calibration[] {
  return models.flatMap(({ aiModel, calibration, shadow }) => {
    const steps = source === 'people' ? calibration : (shadow?.calibration ?? []);
    const count = steps.reduce((sum, step) => sum + step.count, 0);
    if (count === 0) return [];
    const error = steps.reduce((sum, { stated, real, count: weight }) => sum + weight * Math.abs(stated - real), 0);
    return { aiModel, steps, count, error: error / count };
  });
}
