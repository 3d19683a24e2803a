/** No rate of fewer wins and losses is shown, to anybody: it is mostly chance. Their counts are. */
export const minOutcomesForRate = 100;

/** Nor of fewer hours: outcomes of an hour move together, and the variance between few hours is too uncertain. */
export const minHoursForRate = 20;
