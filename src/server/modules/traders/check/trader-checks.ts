import { randomUUID } from 'node:crypto';
import { type WallClock, hourMs } from '#domain/time.ts';
import type { Transaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type CheckRow, endRunningCheck, findUserForUpdate, insertCheck, updateCheck } from '../traders.repository.ts';

export const checkQueue = 'trader-check';

/** Identifies one step of a check; a step that was already executed is skipped. */
export interface CheckJob {
  readonly checkId: string;
  readonly attempts: number;
}

type NewCheck = Pick<CheckRow, 'userId' | 'kind' | 'traderId'> & Partial<Pick<CheckRow, 'state' | 'answeredAt'>>;

export interface Postponed {
  readonly state: 'checking' | 'below_minimum';
  readonly answeredAt: Date | null;
  readonly atLeastMs: number;
}

export function createTraderChecks({ jobs, clock }: { jobs: Pick<Jobs, 'send'>; clock: WallClock }) {
  const schedule = (tx: Transaction, { id, attempts }: Pick<CheckRow, 'id' | 'attempts'>, at: number) =>
    jobs.send(tx, checkQueue, { checkId: id, attempts } satisfies CheckJob, { startAfter: new Date(at) });

  return {
    /**
     * Starts a check and ends the running one; after the first delay it continues in the background.
     */
    begin: async (tx: Transaction, wanted: NewCheck): Promise<CheckRow> => {
      const now = clock.now();
      const first = nextCheckAt({ startedAt: now, attempts: 0, atLeastMs: 0 }, now) ?? now;
      const base = { id: randomUUID(), state: 'checking' as const, answeredAt: null, attempts: 0 };
      const check: CheckRow = { ...base, ...wanted, startedAt: new Date(now), nextAt: new Date(first) };
      // Row lock on the user: serialises concurrent calls and rejects a deleted account.
      if ((await findUserForUpdate(tx, wanted.userId))?.deletedAt) throw apiError('unauthenticated');
      await endRunningCheck(tx, wanted.userId, null);
      await insertCheck(tx, check);
      await schedule(tx, check, first);
      return check;
    },

    /** Adds a claim that was rejected because another user has the trader; ends the running check. */
    addTaken: async (tx: Transaction, claim: Pick<CheckRow, 'userId' | 'traderId'>): Promise<void> => {
      const at = new Date(clock.now());
      const ended = { state: 'taken' as const, startedAt: at, answeredAt: at, attempts: 1, nextAt: null };
      await endRunningCheck(tx, claim.userId, null);
      await insertCheck(tx, { id: randomUUID(), kind: 'claim', ...claim, ...ended });
    },

    /** Schedules the next attempt, or gives up after an hour. */
    postpone: async (tx: Transaction, check: CheckRow, { state, answeredAt, atLeastMs }: Postponed): Promise<void> => {
      const attempts = check.attempts + 1;
      const next = nextCheckAt({ startedAt: check.startedAt.getTime(), attempts, atLeastMs }, clock.now());
      const isOver = next === null;
      const progress = {
        state: isOver && state === 'checking' ? ('given_up' as const) : state,
        answeredAt: answeredAt ?? check.answeredAt,
        attempts,
        nextAt: isOver ? null : new Date(next),
      };
      if ((await updateCheck(tx, check, progress)) && !isOver) await schedule(tx, { id: check.id, attempts }, next);
    },
  };
}

/** Seconds between attempts: short at first, while the user is watching the page. */
const pausesS = [5, 10, 20, 40, 60, 120, 300] as const;
const lastsMs = hourMs;

interface CheckSoFar {
  readonly startedAt: number;
  /** Number of attempts so far. */
  readonly attempts: number;
  /** Min delay requested by the broker; 0: none. */
  readonly atLeastMs: number;
}

/** Time of the next attempt, milliseconds UTC; null: the check has run for an hour. */
export function nextCheckAt({ startedAt, attempts, atLeastMs }: CheckSoFar, now: number): number | null {
  const pauseMs = (pausesS[Math.min(attempts, pausesS.length - 1)] ?? 0) * 1000;
  const next = now + Math.max(pauseMs, atLeastMs);
  return next - startedAt <= lastsMs ? next : null;
}
