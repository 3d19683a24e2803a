import type { FastifyBaseLogger } from 'fastify';
import { limits } from '#domain/signals/limits.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { EnterLate } from './enter-late.ts';
import type { Settler } from './settle-due.ts';
import type { TickLog } from '../signals.api.ts';

/** How often the loop looks for expired signals, in real time. */
const defaultPeriodMs = 200;

interface SettlementLoopDependencies {
  readonly settler: Settler;
  readonly enterLate: EnterLate;
  readonly tickLog: Pick<TickLog, 'flush'>;
  /** Until when every tick that decides is known, milliseconds of market time. */
  readonly decidableUntil: () => number;
  /** False: another process may be the leader, so nothing is settled here. */
  readonly isLeading: () => boolean;
  readonly periodMs?: number;
  readonly after: Scheduler['after'];
  readonly log: FastifyBaseLogger;
}

export interface SettlementLoop extends Repeating {
  /** One iteration; also what the timer runs. */
  poll(): Promise<void>;
}

/**
 * Settles expired signals in a loop; an error (database down) is logged and the next iteration
 * retries.
 */
export function createSettlementLoop({
  settler,
  enterLate,
  tickLog,
  decidableUntil,
  isLeading,
  periodMs = defaultPeriodMs,
  after,
  log,
}: SettlementLoopDependencies): SettlementLoop {
  const poll = async (stopping?: AbortSignal): Promise<void> => {
    if (!isLeading()) return;
    const until = decidableUntil();
    // Deciding ticks must be in the log before anything is decided from it.
    await tickLog.flush();
    while ((await settler.settleDue(until)) > 0 && !stopping?.aborted);
    // Voids only entries without a tick: an entry that could not be written is recovered from the
    // log.
    if ((await enterLate(until - limits.entryTickWithinMs)).length > 0) await settler.voidMissedEntries(until);
  };

  const onError = (error: unknown): void => log.error({ err: error }, 'settlement failed; retrying');
  return { poll, ...repeat({ firstAfterMs: 0, everyMs: periodMs, task: poll, onError, after }) };
}
