import { sql } from 'drizzle-orm';
import type { Jobs } from '#server/jobs/jobs.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { SimulatedProcess } from './simulated-process.ts';

type Handler = (data: never) => Promise<void>;
interface Taken {
  readonly [column: string]: unknown;
  readonly id: string;
  readonly queue: string;
  readonly data: never;
}

const lookEveryMs = 2_000;
const retryAfterMs = 10_000;

/**
 * The job queue as the product uses it, run by processes that have handlers, of which each has all: a job exists if its transaction commits, and runs at least
 * once; one that fails, or whose process dies, runs again.
 */
export function createSimulatedJobs({ db, clock, scheduler, log }: SimulatedProcess): Jobs {
  const handlers = new Map<string, Handler>();
  const insert: Jobs['send'] = async (tx, queue, data, { startAfter } = {}) => {
    const due = startAfter ?? new Date(clock.now());
    await (tx ?? db).execute(sql`
      insert into simulated_jobs (queue, data, due) values (${queue}, ${JSON.stringify(data)}::jsonb, ${due.toISOString()})`);
  };

  const run = async ({ id, queue, data }: Taken): Promise<void> => {
    try {
      await handlers.get(queue)?.(data);
      await db.execute(sql`delete from simulated_jobs where id = ${id}`);
    } catch (err) {
      log.error({ err, queue }, 'job failed; retrying later');
    }
  };
  const runDue = async (): Promise<void> => {
    if (handlers.size === 0) return;
    const now = new Date(clock.now()).toISOString();
    const again = new Date(clock.now() + retryAfterMs).toISOString();
    const { rows: first } = await db.execute<{ due: number | null }>(
      sql`select (extract(epoch from min(due)) * 1000)::float8 as due from simulated_jobs`,
    );
    const due = first[0]?.due ?? null;
    if (due === null || due > clock.now()) return;
    const { rows } = await db.execute<Taken>(sql`
      update simulated_jobs set due = ${again} where due <= ${now} returning id, queue, data`);
    await Promise.all(rows.map(run));
  };

  return {
    send: insert,
    sendAll: async (tx, queue, all) => {
      for (const { data, ...options } of all) await insert(tx, queue, data, options);
    },
    work: async (queue, handler) => void handlers.set(queue, handler),
    backlog: async () => [],
    stop: async () => undefined,
    start: async () => {
      const onError = (err: unknown): void => log.error({ err }, 'job queue error');
      repeat({ everyMs: lookEveryMs, task: runDue, onError, after: scheduler.after }).start();
    },
  };
}
