export interface BollingerBands {
  readonly mean: number;
  readonly upper: number;
  readonly lower: number;
}

/**
 * Mean of the newest `period` closes and the bounds `width` standard deviations around it
 * (population form; J. Bollinger, "Bollinger on Bollinger Bands", 2001), per close; null until
 * there are enough closes. In the unit of the closes.
 */
export function bollingerBands(closes: readonly number[], period = 20, width = 2): readonly (BollingerBands | null)[] {
  return closes.map((_, index) => {
    if (index + 1 < period) return null;
    const window = closes.slice(index + 1 - period, index + 1);
    const mean = window.reduce((sum, close) => sum + close, 0) / period;
    const variance = window.reduce((sum, close) => sum + (close - mean) ** 2, 0) / period;
    const distance = width * Math.sqrt(variance);
    return { mean, upper: mean + distance, lower: mean - distance };
  });
}
