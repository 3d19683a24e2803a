/** No rate of fewer wins and losses is shown, to anybody: it is mostly chance. Their counts are. */
export const minOutcomesForRate = 100;
