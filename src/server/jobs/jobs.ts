import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Clock, fromDrizzle, type Job, type JobResult, PgBoss, systemClock } from 'pg-boss';
import { connectionSettings, type DatabaseTimeouts, databaseTimeouts } from '#server/database/connection-settings.ts';
import type { Transaction } from '#server/database/connection.ts';

export interface SendOptions {
  /** Not before; absent: at once. */
  readonly startAfter?: Date;
}

export interface WorkOptions {
  /** How many jobs of the queue this process works on at the same time: even, 4 or more. */
  readonly concurrency?: number;
}

type Handler<Data> = (data: Data) => Promise<void>;

/** Work that outlives the request it came from, kept in our database: pg-boss behind four verbs. */
export interface Jobs {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** In the caller's transaction, if there is one: no job without its commit. */
  send(tx: Transaction | null, queue: string, data: object, options?: SendOptions): Promise<void>;
  /** Several jobs of one queue in one statement. */
  sendAll(tx: Transaction | null, queue: string, data: readonly object[]): Promise<void>;
  /** A job may be handed out twice (a process died over it): its handler must bear that. */
  work<Data extends object>(queue: string, handler: Handler<Data>, options?: WorkOptions): Promise<void>;
  /** How much there is to do in each queue, counted now. */
  backlog(): Promise<QueueBacklog[]>;
}

export interface QueueBacklog {
  readonly queue: string;
  /** Could be worked on at this moment. */
  readonly due: number;
  readonly later: number;
  readonly active: number;
  /** Given up. */
  readonly failed: number;
}

interface Needs {
  readonly url: string;
  readonly queues: readonly string[];
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Times polls, retries and deadlines. */
  readonly clock?: Clock;
  readonly timeouts?: DatabaseTimeouts;
}

/** Shared by the workers of all queues; LISTEN has one of its own beside them. */
const connections = 4;
/** What NOTIFY did not tell of (jobs for later, a lost connection) is found by asking this often. */
const pollS = 2;
/** While one batch waits for its slowest job, the other worker of the queue goes on. */
const workers = 2;
const defaultConcurrency = 8;
/** Below `expireInSeconds`: a job that hangs fails alone, and its batch is settled in time. */
const deadlineMs = 50_000;
/** No request waits for one of the few connections. */
const jobTimeouts: DatabaseTimeouts = { ...databaseTimeouts, connect: 5_000 };

/** Its own statistics are up to an hour old. */
const backlogQuery = `
  select name as queue,
    (count(*) filter (where state in ('created', 'retry') and start_after <= now()))::int as due,
    (count(*) filter (where state in ('created', 'retry') and start_after > now()))::int as later,
    (count(*) filter (where state = 'active'))::int as active,
    (count(*) filter (where state = 'failed'))::int as failed
  from pgboss.job group by name`;

const queueRules = {
  notify: true,
  // A process that died over a job: it is handed out again after a minute.
  expireInSeconds: 60,
  // A handler that failed (no free connection, say) is called again for hours: nobody else looks after a lost job.
  retryLimit: 20,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 600,
  deleteAfterSeconds: 86_400,
};

/** pg-boss keeps its tables in a schema of its own, which it creates and migrates itself. */
export function createJobs({ url, queues, log, clock = systemClock, timeouts = jobTimeouts }: Needs): Jobs {
  const boss = new PgBoss({
    ...connectionSettings(url, timeouts),
    application_name: 'kurs jobs',
    max: connections,
    useListenNotify: true,
    // Nothing is scheduled by the calendar: who wants to be called again sends the next job.
    schedule: false,
    clock,
  });
  const isNews = createErrorDeduplicator();
  boss.on('error', (error) => {
    const err = errorOf(error);
    if (isNews(err)) log.error({ err }, 'the job queue had a fault');
  });
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'));

  return {
    start: async () => {
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
    sendAll: async (tx, queue, data) => {
      if (data.length === 0) return;
      const rows = data.map((one) => ({ data: one }));
      await boss.insert(queue, rows, tx ? { db: fromDrizzle(tx, sql) } : {});
    },
    backlog: async () => {
      const counted = new Map(
        (await boss.getDb().executeSql(backlogQuery)).rows.map((row: QueueBacklog) => [row.queue, row]),
      );
      return queues.map((queue) => counted.get(queue) ?? { queue, due: 0, later: 0, active: 0, failed: 0 });
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
          log.error({ err: error, queue }, 'a job failed and is tried again later');
          return { id, status: 'failed', output: error };
        }
      };
      const options = {
        pollingIntervalSeconds: pollS,
        // While NOTIFY works the default is 30 s, and a job for later is not notified of.
        notifyPollingIntervalSeconds: pollS,
        localConcurrency: workers,
        batchSize: concurrency / workers,
        // A full batch means that more is due: no pause before the next one.
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

const sameErrorMs = 60_000;
const maxCached = 100;

/** A database that is away fails every look into the queue: the same fault is told once a minute. */
function createErrorDeduplicator(): (error: Error) => boolean {
  const toldAt = new Map<string, number>();
  return ({ message }) => {
    const now = performance.now();
    if (now - (toldAt.get(message) ?? Number.NEGATIVE_INFINITY) < sameErrorMs) return false;
    if (toldAt.size >= maxCached) toldAt.clear();
    toldAt.set(message, now);
    return true;
  };
}

/** pg-boss spreads some of its errors into plain objects, which a log cannot read. */
function errorOf(error: unknown): Error {
  if (error instanceof Error) return error;
  if (typeof error !== 'object' || error === null) return new Error(String(error));
  return Object.assign(new Error('message' in error ? String(error.message) : 'unknown'), error);
}
