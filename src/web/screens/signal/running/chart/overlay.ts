import type { Analytics, WireBar } from '#contract/signals.ts';
import { bollingerBands } from '#domain/market/bollinger-bands.ts';

/** What the chart draws besides the candles. */
export interface Overlay {
  /** One value per bar, null while too few bars precede it. The first line is the mean. */
  readonly lines: readonly (readonly (number | null)[])[];
  readonly levels: Analytics['levels'];
}

/** Read from the bars of the bands; all other indicators need more bars than the chart has. */
const drawnAsBands: readonly string[] = ['z_20', 'vote_bollinger'];
export const isDrawn = (indicator: string): boolean => drawnAsBands.includes(indicator);

/** The indicators that the bars on screen suffice for, and the levels, which are prices already. */
export function overlayOf({ indicators, levels }: Analytics, bars: readonly WireBar[]): Overlay {
  if (!indicators.some(({ name }) => isDrawn(name))) return { lines: [], levels };
  const bands = bollingerBands(bars.map(({ close }) => close));
  const edges = ['mean', 'upper', 'lower'] as const;
  return { lines: edges.map((edge) => bands.map((one) => one && one[edge])), levels };
}
