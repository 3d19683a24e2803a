import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import { limits } from '#domain/signals/limits.ts';
import type { EnterLate } from '#server/modules/signals/enter-late.ts';
import type { Settler } from '#server/modules/signals/settle-due.ts';
import type { TickLog } from './tick-log.ts';

/** How often the loop looks for expired signals, in real time. */
const defaultPeriodMs = 200;
/** A tick from before expiry may still be on its way when the clock says expiry: wait this much market time for it. */
const settleDelayMs = 1_000;

interface Needs {
  readonly settler: Settler;
  readonly enterLate: EnterLate;
  readonly tickLog: Pick<TickLog, 'flush'>;
  readonly clock: Clock;
  /** Time of the newest tick of any pair, milliseconds UTC: how far the feed has told its story. */
  readonly feedTime: () => number;
  /** A feed that tells nothing is waited for this long, in market time; then signals settle on what is known. */
  readonly timeoutMs: number;
  /** While another process may lead, nothing is decided here. */
  readonly isLeading: () => boolean;
  readonly periodMs?: number;
  readonly log: FastifyBaseLogger;
}

export interface SettlementLoop {
  start(): void;
  stop(): Promise<void>;
  /** One look; also what the timer does. */
  look(): Promise<void>;
}

/** Looks, settles, waits, looks again; a fault (the database away) is logged and the next look tries anew. */
export function createSettlementLoop({
  settler,
  enterLate,
  tickLog,
  clock,
  feedTime,
  timeoutMs,
  isLeading,
  periodMs = defaultPeriodMs,
  log,
}: Needs): SettlementLoop {
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;

  const look = async (): Promise<void> => {
    if (!isLeading()) return;
    const now = clock.now();
    const published = Math.max(Math.min(now - settleDelayMs, feedTime()), now - timeoutMs);
    // Ticks that decide lie in the log before anything is decided from it.
    await tickLog.flush();
    while ((await settler.settleDue(published)) > 0 && !isStopped);
    // Void only what has no tick: an entry that could not be written is made up for from the log.
    if ((await enterLate(published - limits.entryWindowMs)).length > 0) await settler.voidMissedEntries(published);
  };

  const turn = (): void => {
    looking = look()
      .catch((error: unknown) => log.error({ err: error }, 'settlement failed; trying again'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(turn, periodMs);
      });
  };

  return {
    look,
    start: turn,
    stop: async () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await looking;
    },
  };
}
