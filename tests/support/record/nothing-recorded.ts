/** For a choice of forecasts on a feed of which nothing is recorded, and whose calibration is not awaited. */
export const nothingRecorded = {
  readMarketState: async () => 'replay' as const,
  readDecidedUntil: async () => null,
  isMinuteStated: async () => true,
  readStatedMinutes: async () => ({ minutes: [], getHighest: () => [] }),
  calibratedAt: async () => null,
};
