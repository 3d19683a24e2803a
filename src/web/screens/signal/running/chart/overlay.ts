import type { Analytics, WireBar } from '#contract/signals.ts';

/** What the chart draws besides the candles. */
export interface Overlay {
  /** One value per bar, null while too few bars precede it. The first line is the mean. */
  readonly lines: readonly (readonly (number | null)[])[];
  /** Prices, each once. */
  readonly levels: readonly number[];
}

/** Bollinger bands of 20 bars. All other indicators need more bars than the chart has. */
const drawnAsBands: readonly string[] = ['z_20', 'vote_bollinger'];
export const isDrawn = (indicator: string): boolean => drawnAsBands.includes(indicator);

/** The indicators that the bars on screen suffice for, and the levels near them. */
export function toOverlay({ indicators, levels }: Analytics, bars: readonly WireBar[]): Overlay {
  const hasBands = indicators.some(({ name }) => isDrawn(name));
  return { lines: hasBands ? bandLines(bars) : [], levels: levelsNear(levels, bars) };
}

function bandLines(bars: readonly WireBar[]): Overlay['lines'] {
  const bands = bollingerBands(bars.map(({ close }) => close));
  const edges = ['mean', 'upper', 'lower'] as const;
  return edges.map((edge) => bands.map((one) => one && one[edge]));
}

/** A level farther away than half the range of the bars would flatten the candles. */
function levelsNear(levels: Analytics['levels'], bars: readonly WireBar[]): readonly number[] {
  const high = Math.max(...bars.map((bar) => bar.high));
  const low = Math.min(...bars.map((bar) => bar.low));
  const margin = (high - low) / 2;
  const near = levels.map(({ price }) => price).filter((price) => price <= high + margin && price >= low - margin);
  return [...new Set(near)];
}

interface BollingerBands {
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
