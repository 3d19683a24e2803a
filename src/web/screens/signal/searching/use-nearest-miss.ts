import type { NoSignalDetails } from '#contract/signals.ts';
import { defaultDuration } from '#domain/market/duration.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { recentSymbols } from '../recent-signal.ts';
import type { Search } from '../search.ts';
import { useOutlook } from '../use-outlook.ts';

/**
 * The nearest pair of the search, then of each new outlook of its model. Null: a pair has reached
 * the threshold since; undefined: unknown, or nothing is near enough to state.
 */
export function useNearestMiss({
  request,
  why,
}: Extract<Search, { kind: 'no-signal' }>): NoSignalDetails['nearest'] | undefined {
  // In the thin hours and for a single pair the outlook of all pairs says nothing about the search.
  const isLive = request.kind === 'choice' && !request.symbol && why?.reason !== 'thin_hours';
  const outlook = useOutlook(request.kind === 'choice' ? request.interval : defaultDuration, isLive);
  const own = isLive ? outlook?.models.find(({ aiModel }) => aiModel === request.model) : undefined;
  // The pairs of the last twenty minutes are excluded from a search, and the outlook knows nothing
  // of that.
  if (own?.hasSignal) return recentSymbols(serverClock.now()).length > 0 ? (why?.nearest ?? undefined) : null;
  return own?.nearest ?? why?.nearest ?? undefined;
}
