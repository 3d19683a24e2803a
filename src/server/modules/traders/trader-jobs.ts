import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { hourMs } from '#domain/time.ts';
import type { ContinueCheck } from './continue-check.ts';
import type { RefreshFigures } from './refresh-figures.ts';
import { type CheckJob, checkQueue } from './trader-checks.ts';
import { findCheck } from './traders.repository.ts';

interface Needs {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'work'>;
  readonly continueCheck: ContinueCheck;
  readonly refreshFigures: RefreshFigures;
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** The first round runs after startup, the next ones hourly. */
const firstRoundMs = 60_000;
const nextRoundMs = hourMs;

/**
 * Background work: checks whose user may have left, and the daily figures of every confirmed
 * trader.
 */
export function createTraderJobs({ db, jobs, continueCheck, refreshFigures, after, log }: Needs) {
  let cancel = (): void => undefined;
  let underWay = Promise.resolve();
  let isStopping = false;

  const goOnLater = (ms: number, from: string | null): void => {
    cancel = after(ms, () => {
      underWay = round(from);
    });
  };
  const round = async (from: string | null): Promise<void> => {
    const next = await refreshFigures(from, () => isStopping).catch((error: unknown) => {
      log.error({ err: error }, 'figures of traders could not be refreshed');
      return null;
    });
    goOnLater(next?.inMs ?? nextRoundMs, next?.after ?? null);
  };

  return {
    start: async (): Promise<void> => {
      await jobs.work<CheckJob>(checkQueue, async ({ checkId, attempts }) => {
        const check = await findCheck(db, checkId);
        if (check?.nextAt && check.attempts === attempts) await continueCheck(check, { byItself: true });
      });
      goOnLater(firstRoundMs, null);
    },
    stop: async (): Promise<void> => {
      isStopping = true;
      cancel();
      await underWay;
      cancel();
    },
  };
}
