import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '#scripts/command/run-command.ts';

const quietBelow = 1;
const longestWaitMs = 300_000;
const betweenMs = 5_000;

/**
 * Waits until the load average of the last minute is below 1, which the row before may have raised,
 * and returns it. Throws a `UsageError` after five minutes: figures of a busy machine do not compare.
 */
export async function untilQuiet(
  readLoad = (): number => loadavg()[0] ?? 0,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<number> {
  for (let waitedMs = 0; waitedMs <= longestWaitMs; waitedMs += betweenMs) {
    const load = readLoad();
    if (load < quietBelow) return load;
    await pause(betweenMs);
  }
  throw new UsageError(
    `The load is ${readLoad().toFixed(1)} and was not below ${quietBelow} for ${longestWaitMs / 60_000} minutes. Stop what else runs, or add --busy to measure beside it.`,
  );
}
