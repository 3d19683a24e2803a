import { signalPaths } from '#contract/paths.ts';
import type { WorkingStats } from '#contract/signals.ts';
import { ApiError } from './api-error.ts';
import { getPublic } from './request.ts';
import { serverClock } from './server-clock.ts';

/** Also synchronises the server clock with the `now` of the response. */
export async function getWorkingStats(): Promise<WorkingStats> {
  const sentAt = serverClock.monotonic();
  const stats = await getPublic<WorkingStats>(signalPaths.workingStats);
  const now = Date.parse(stats.now);
  // A malformed response (from a proxy or another release) must not break the clock of every page.
  if (Number.isNaN(now) || !Array.isArray(stats.models)) throw new ApiError({ code: 'unreadable' });
  serverClock.sample(now, sentAt, serverClock.monotonic());
  return stats;
}
