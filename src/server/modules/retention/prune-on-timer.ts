import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { dayMs } from '#domain/time.ts';
import { batchOf, deleteBatch } from './delete-batch.ts';
import { nameOf, type RetentionRule, retentionRules } from './retention-rules.ts';

export interface Pruning {
  start(): void;
  /** Waits for the batch that is being deleted. */
  stop(): Promise<void>;
}

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
  readonly marketClock: Clock;
  /** Calls `task` once after `ms`; the returned function cancels it. */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const firstRoundAfterMs = 60_000;
const roundEveryMs = 600_000;
/** Pause between two batches, so that pruning does not monopolise the database. */
const pauseMs = 50;

/** Deletes one batch at a time, table by table; a table that fails is retried in the next round. */
export function createPruning({ db, clock, marketClock, after, log }: Needs): Pruning {
  let due = retentionRules;
  let deleting: Promise<void> = Promise.resolve();
  let cancel = (): void => undefined;
  let isStopped = false;

  const isDone = async (rule: RetentionRule): Promise<boolean> => {
    const now = (rule.clock === 'market' ? marketClock : clock).now();
    return (await deleteBatch(db, rule, new Date(now - rule.days * dayMs))) < batchOf(rule);
  };

  const deleteNext = async (): Promise<void> => {
    const [rule, ...others] = due;
    if (!rule) return;
    try {
      if (await isDone(rule)) due = others;
    } catch (error) {
      log.error({ err: error, table: nameOf(rule) }, 'old rows could not be deleted; trying again in ten minutes');
      due = others;
    }
  };

  const schedule = (ms: number): void => {
    cancel = after(ms, () => {
      deleting = turn();
    });
  };

  const turn = async (): Promise<void> => {
    await deleteNext();
    const isRoundOver = due.length === 0;
    if (isRoundOver) due = retentionRules;
    if (!isStopped) schedule(isRoundOver ? roundEveryMs : pauseMs);
  };

  return {
    start: () => schedule(firstRoundAfterMs),
    stop: async () => {
      isStopped = true;
      cancel();
      await deleting;
    },
  };
}
