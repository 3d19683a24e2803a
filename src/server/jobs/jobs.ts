import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Clock, fromDrizzle, type Job, type JobResult, PgBoss, systemClock } from 'pg-boss';
import { minuteMs } from '#domain/time.ts';
import { isIdleTimeout } from '#server/database/connection-errors.ts';
import { connectionSettings, type DatabaseTimeouts, databaseTimeouts } from '#server/database/connection-settings.ts';
import type { Transaction } from '#server/database/connection.ts';

interface SendOptions {
  /** Earliest start; absent: at once. */
  readonly startAfter?: Date;
}

interface NewJob extends SendOptions {
  readonly data: object;
}

interface WorkOptions {
  /** Max number of jobs of the queue that this process runs concurrently: even, 4 or more. */
  readonly concurrency?: number;
}

type Handler<Data> = (data: Data) => Promise<void>;

/** Work that outlives its request, stored in our database by pg-boss. */
export interface Jobs {
  /** Creates these queues. */
  start(queues: readonly string[]): Promise<void>;
  stop(): Promise<void>;
  /** In the caller's transaction, if there is one: the job exists only if it commits. */
  send(tx: Transaction | null, queue: string, data: object, options?: SendOptions): Promise<void>;
  /** Enqueues several jobs of one queue in one statement. */
  sendAll(tx: Transaction | null, queue: string, jobs: readonly NewJob[]): Promise<void>;
  /** A job may be delivered twice (its process died), so its handler must be idempotent. */
  work<Data extends object>(queue: string, handler: Handler<Data>, options?: WorkOptions): Promise<void>;
  /** Number of jobs in each of its queues, counted now. */
  backlog(): Promise<QueueBacklog[]>;
}

interface QueueBacklog {
  readonly queue: string;
  /** Ready to run now. */
  readonly due: number;
  readonly later: number;
  readonly active: number;
  /** Given up. */
  readonly failed: number;
  /** Since the oldest job that is due became due, milliseconds; 0: none is. */
  readonly lagMs: number;
}

interface JobsDependencies {
  readonly url: string;
  readonly log: FastifyBaseLogger;
  /** Clock for polls, retries and deadlines. */
  readonly clock?: Clock;
  readonly timeouts?: DatabaseTimeouts;
}

/** Shared by the workers of all queues; LISTEN has its own connection. */
const connections = 4;
/** Polling finds jobs that NOTIFY does not announce (delayed jobs, a lost connection). */
const pollS = 2;
/** While a batch waits for its slowest job, the queue's other worker continues. */
const workers = 2;
const defaultConcurrency = 8;
/** Below `expireInSeconds`, so that a hanging job fails alone and its batch is settled in time. */
const deadlineMs = 50_000;
/** Longer connect timeout, because the connections are few and no request waits for one. */
const jobTimeouts: DatabaseTimeouts = { ...databaseTimeouts, connect: 5_000 };

/** The statistics of pg-boss are up to an hour old. */
const backlogQuery = `
  select name as queue,
    (count(*) filter (where state in ('created', 'retry') and start_after <= now()))::int as due,
    (count(*) filter (where state in ('created', 'retry') and start_after > now()))::int as later,
    (count(*) filter (where state = 'active'))::int as active,
    (count(*) filter (where state = 'failed'))::int as failed,
    coalesce(extract(epoch from
      now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now())) * 1000, 0
    )::float8 as "lagMs"
  from pgboss.job group by name`;

const queueRules = {
  notify: true,
  // A job whose process died is delivered again after a minute.
  expireInSeconds: 60,
  // A handler that failed (no free connection, say) is retried for hours, because nothing else
  // recovers a lost job.
  retryLimit: 20,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 600,
  deleteAfterSeconds: 86_400,
};

/** pg-boss stores its tables in a schema of its own, which it creates and migrates itself. */
export function createJobs({ url, log, clock = systemClock, timeouts = jobTimeouts }: JobsDependencies): Jobs {
  const boss = new PgBoss({
    ...connectionSettings(url, timeouts),
    application_name: 'kurs jobs',
    max: connections,
    useListenNotify: true,
    // No cron schedules: a recurring task sends its next job itself.
    schedule: false,
    clock,
  });
  let queues: readonly string[] = [];
  const isNews = createErrorDeduplicator();
  boss.on('error', (error) => {
    const err = toError(error);
    if (!isIdleTimeout(err) && isNews(err)) log.error({ err }, 'job queue error');
  });
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));

  return {
    start: async (wanted) => {
      queues = wanted;
      await boss.start();
      for (const queue of queues) {
        if (await boss.getQueue(queue)) await boss.updateQueue(queue, queueRules);
        else await boss.createQueue(queue, queueRules);
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
    send: async (tx, queue, data, { startAfter } = {}) => {
      await boss.send(queue, data, {
        ...(startAfter ? { startAfter } : {}),
        ...(tx ? { db: fromDrizzle(tx, sql) } : {}),
      });
    },
    sendAll: async (tx, queue, newJobs) => {
      if (newJobs.length === 0) return;
      const rows = newJobs.map(({ data, startAfter }) => ({ data, ...(startAfter && { startAfter }) }));
      await boss.insert(queue, rows, tx ? { db: fromDrizzle(tx, sql) } : {});
    },
    backlog: async () => {
      const counted = new Map(
        (await boss.getDb().executeSql(backlogQuery)).rows.map((row: QueueBacklog) => [row.queue, row]),
      );
      return queues.map((queue) => counted.get(queue) ?? { queue, due: 0, later: 0, active: 0, failed: 0, lagMs: 0 });
    },
    work: async <Data extends object>(
      queue: string,
      handler: Handler<Data>,
      { concurrency = defaultConcurrency }: WorkOptions = {},
    ) => {
      const settle = async ({ id, data }: Job<Data>): Promise<JobResult> => {
        try {
          await withinDeadline(handler(data), clock);
          return { id, status: 'completed' };
        } catch (error) {
          log.error({ err: error, queue }, 'job failed; retrying later');
          return { id, status: 'failed', output: error };
        }
      };
      const options = {
        pollingIntervalSeconds: pollS,
        // The default is 30 s while NOTIFY works, and a delayed job is not notified.
        notifyPollingIntervalSeconds: pollS,
        localConcurrency: workers,
        batchSize: concurrency / workers,
        // A full batch means that more jobs are due, so the next batch is fetched without a pause.
        burstWhenBatchFull: true,
        perJobResults: true as const,
      };
      await boss.work<Data, unknown, typeof options>(queue, options, (jobs) => Promise.all(jobs.map(settle)));
    },
  };
}

async function withinDeadline(work: Promise<void>, clock: Clock): Promise<void> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = clock.setTimeout(() => reject(new Error(`not finished after ${deadlineMs / 1000} s`)), deadlineMs);
  await Promise.race([work, deadline]).finally(() => clock.clearTimeout(timer));
}

const sameErrorMs = minuteMs;
const maxCached = 100;

/** While the database is down every poll fails: the same error is logged once a minute. */
function createErrorDeduplicator(): (error: Error) => boolean {
  const loggedAt = new Map<string, number>();
  return ({ message }) => {
    const now = performance.now();
    if (now - (loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < sameErrorMs) return false;
    if (loggedAt.size >= maxCached) loggedAt.clear();
    loggedAt.set(message, now);
    return true;
  };
}

/** pg-boss spreads some of its errors into plain objects, which a logger cannot read. */
function toError(error: unknown): Error {
  if (error instanceof Error) return error;
  if (typeof error !== 'object' || error === null) return new Error(String(error));
  return Object.assign(new Error('message' in error ? String(error.message) : 'unknown'), error);
}
