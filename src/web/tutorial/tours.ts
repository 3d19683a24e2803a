/** The tours and their steps, in the specification's order. A step points at the element with its name as `data-tour`. */
export const tours = {
  main: ['intro', 'models', 'duration', 'info', 'get'],
  manual: ['pair'],
  explain: ['price', 'forecast', 'analytics', 'countdown', 'buttons'],
} as const;

export type TourName = keyof typeof tours;
export type StepName = (typeof tours)[TourName][number];

/** The intro stands before the signal page. */
export const firstStepOnSignalPage = (tour: TourName): number => (tour === 'main' ? 1 : 0);

/** Centred, without a target. */
export const hasNoTarget = (step: StepName | undefined): boolean => step === 'intro';

export const stepAt = (tour: TourName, step: number): StepName | undefined => tours[tour][step];
