import { durationMs, minDuration } from '#domain/market/duration.ts';
import { isSignalLeaf, type Leaf } from '#record/leaf.ts';

/**
 * The earliest expiry of a statement: it is proven when witnesses saw it before. Milliseconds UTC;
 * null: the leaf states nothing. A minute that the demo played was computed after its outcomes, so
 * nothing can prove it.
 */
export function proofDeadline(leaf: Leaf): number | null {
  if (isSignalLeaf(leaf)) return Date.parse(leaf.issuedAt) + durationMs(leaf.duration);
  if (!('forecasts' in leaf)) return null;
  return leaf.played === undefined ? Date.parse(leaf.issuedAt) + durationMs(minDuration) : Number.NEGATIVE_INFINITY;
}
