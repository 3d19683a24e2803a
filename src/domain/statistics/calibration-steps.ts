/**
 * Start of each step of stated probability, percent: finer where models state most. The last step
 * is unbounded.
 */
export const stepStarts = [50, 52, 54, 56, 58, 60, 65, 70, 80] as const;

/** Index of the step that contains a stated probability, percent. */
export const getStep = (passability: number): number => stepStarts.findLastIndex((start) => passability >= start);
