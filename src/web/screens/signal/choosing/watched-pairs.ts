import type { Outlook } from '#contract/signals.ts';
import { prospectsIn } from '../outlook-edge.ts';

export interface WatchedPair {
  readonly symbol: string;
  /** Percentage points from its surest forecast to an edge; null: no model names it. */
  readonly missing: number | null;
}

/** Shown when no model has a best forecast on another pair. */
const usualPairs = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'USDCAD'] as const;
const maxPairs = 5;

/** The pairs nearest to an edge, then the usual ones. */
export function watchedPairs(outlook: Outlook | null): readonly WatchedPair[] {
  const nearest = new Map<string, number>();
  for (const { best } of prospectsIn(outlook)) {
    if (!best) continue;
    const missing = Math.max(0, best.signalFrom - best.passability);
    nearest.set(best.symbol, Math.min(missing, nearest.get(best.symbol) ?? Number.POSITIVE_INFINITY));
  }
  const near = [...nearest].toSorted(([, a], [, b]) => a - b).map(([symbol, missing]) => ({ symbol, missing }));
  const usual = usualPairs.filter((symbol) => !nearest.has(symbol)).map((symbol) => ({ symbol, missing: null }));
  return [...near, ...usual].slice(0, maxPairs);
}
