import type { Analytics, WireBar } from '#contract/signals.ts';
import { bollingerBands } from '#domain/market/bollinger-bands.ts';

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
