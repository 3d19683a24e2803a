export const sessionLimits = {
  /** Losses in a row after which automatic signals stop by themselves. */
  stopAfterLosses: { min: 1, max: 20, default: 3 },
  /** Automatic signals of one day, counted over all of the day's sessions. */
  dailyLimit: { min: 1, max: 50, default: 10 },
} as const;
