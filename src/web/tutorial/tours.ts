import type { TourName } from '#domain/accounts/user.ts';

/**
 * The tours and their steps. A step points at the element with its name as `data-tour`. The model's
 * details are a tour of their own, after the first signal: at most four cards come before it.
 */
export const tours = {
  main: ['intro', 'models', 'duration', 'get'],
  manual: ['pair'],
  explain: ['price', 'forecast', 'analytics', 'countdown', 'buttons'],
  info: ['info'],
} as const satisfies Record<TourName, readonly string[]>;

export type StepName = (typeof tours)[TourName][number];

/** The intro stands before the signal page. */
export const firstStepOnSignalPage = (tour: TourName): number => (tour === 'main' ? 1 : 0);

/** Centred, without a target. */
export const hasNoTarget = (step: StepName | undefined): boolean => step === 'intro';

export const stepAt = (tour: TourName, step: number): StepName | undefined => tours[tour][step];
