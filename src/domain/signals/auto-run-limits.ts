export const autoRunLimits = {
  /** Consecutive losses after which an auto-signal run stops. */
  stopAfterLosses: { min: 1, max: 20, default: 3 },
  /** Automatic signals per day, counted over all auto-signal runs of the day. */
  dailyLimit: { min: 1, max: 50, default: 10 },
} as const;
