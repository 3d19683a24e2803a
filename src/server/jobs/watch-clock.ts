import type { FastifyBaseLogger } from 'fastify';
import { type WallClock, secondMs } from '#domain/time.ts';
import { type Repeating, repeat } from './repeat.ts';
import type { Scheduler } from './scheduler.ts';

interface WatchClockDependencies {
  readonly clock: WallClock;
  /** Milliseconds that never jump. */
  readonly steadyNow: () => number;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Differences below this are drift, which the time service corrects. */
const minJumpMs = 2 * secondMs;

/** Logs each jump of the wall clock: sign-in, limits and a silent feed's settlement rely on it. */
export function createWatchClock({ clock, steadyNow, after, log }: WatchClockDependencies): Repeating {
  let offset = clock.now() - steadyNow();
  const compare = (): void => {
    const current = clock.now() - steadyNow();
    const jumpMs = Math.round(current - offset);
    if (Math.abs(jumpMs) >= minJumpMs) log.error({ jumpMs }, 'the wall clock jumped; check the time service');
    offset = current;
  };
  const onError = (error: unknown): void => log.error({ err: error }, 'the wall clock could not be watched');
  return repeat({ everyMs: secondMs, task: compare, onError, after });
}
