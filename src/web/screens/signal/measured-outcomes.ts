import type { Analytics } from '#contract/signals.ts';

/** How a hundred forecasts like this one came out when the model was measured; null while none have been. */
export function measuredOutcomes({ baseRate, sampleSize }: Analytics): { won: number; lost: number } | null {
  if (sampleSize === 0) return null;
  const won = Math.round(100 * baseRate);
  return { won, lost: 100 - won };
}
