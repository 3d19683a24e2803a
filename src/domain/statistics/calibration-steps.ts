/** Where the steps of stated probability begin, percent: fine where models state most. The last has no end. */
export const stepStarts = [50, 52, 54, 56, 58, 60, 65, 70, 80] as const;

/** Number of the step that a stated probability, percent, lies in. */
export const stepOf = (passability: number): number => stepStarts.findLastIndex((start) => passability >= start);
