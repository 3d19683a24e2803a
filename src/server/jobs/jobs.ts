import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Transaction } from '#server/database/connection.ts';

export interface SendOptions {
  /** Not before; absent: at once. */
  readonly startAfter?: Date;
}

/** Work that outlives the request it came from, kept in our database: pg-boss behind four verbs. */
export interface Jobs {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** In the caller's transaction, if there is one: no job without its commit. */
  send(tx: Transaction | null, queue: string, data: object, options?: SendOptions): Promise<void>;
  /** A job may be handed out twice (a process died over it): its handler must bear that. */
  work<Data extends object>(queue: string, handler: (data: Data) => Promise<void>): Promise<void>;
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
}

/** LISTEN holds one of them. */
const connections = 4;
/** What NOTIFY did not tell of (jobs for later, a lost connection) is found by asking this often. */
const pollS = 2;
const atOnce = 2;

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
export function createJobs({ url, queues, log }: Needs): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'kurs jobs',
    max: connections,
    useListenNotify: true,
    // Nothing is scheduled by the calendar: who wants to be called again sends the next job.
    schedule: false,
  });
  const isNews = rememberFaults();
  boss.on('error', (fault) => {
    const err = errorOf(fault);
    if (isNews(err)) log.error({ err }, 'the job queue had a fault');
  });
  const tellFailure = (queue: string, fault: unknown): never => {
    log.error({ err: fault, queue }, 'a job failed and is tried again later');
    throw fault;
  };
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
    backlog: async () => {
      const counted = new Map(
        (await boss.getDb().executeSql(backlogQuery)).rows.map((row: QueueBacklog) => [row.queue, row]),
      );
      return queues.map((queue) => counted.get(queue) ?? { queue, due: 0, later: 0, active: 0, failed: 0 });
    },
    work: async <Data extends object>(queue: string, handler: (data: Data) => Promise<void>) => {
      const options = {
        pollingIntervalSeconds: pollS,
        // While NOTIFY works the default is 30 s, and a job for later is not notified of.
        notifyPollingIntervalSeconds: pollS,
        localConcurrency: atOnce,
      };
      await boss.work<Data>(queue, options, async ([job]) => {
        if (job) await handler(job.data).catch((fault: unknown) => tellFailure(queue, fault));
      });
    },
  };
}

const sameFaultMs = 60_000;
const mostRemembered = 100;

/** A database that is away fails every look into the queue: the same fault is told once a minute. */
function rememberFaults(): (fault: Error) => boolean {
  const toldAt = new Map<string, number>();
  return ({ message }) => {
    const now = performance.now();
    if (now - (toldAt.get(message) ?? Number.NEGATIVE_INFINITY) < sameFaultMs) return false;
    if (toldAt.size >= mostRemembered) toldAt.clear();
    toldAt.set(message, now);
    return true;
  };
}

/** pg-boss spreads some of its errors into plain objects, which a log cannot read. */
function errorOf(fault: unknown): Error {
  if (fault instanceof Error) return fault;
  if (typeof fault !== 'object' || fault === null) return new Error(String(fault));
  return Object.assign(new Error('message' in fault ? String(fault.message) : 'unknown'), fault);
}
