/**
 * Min number of wins and losses for a rate to be shown to anyone: below it, a rate is mostly
 * chance. Counts are always shown.
 */
export const minOutcomesForRate = 100;

/**
 * Min number of hours for a rate: outcomes of an hour are correlated, and a variance estimated from
 * few hours is too uncertain.
 */
export const minHoursForRate = 20;
