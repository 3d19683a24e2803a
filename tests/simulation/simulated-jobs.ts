import { sql } from 'drizzle-orm';
import type { Jobs } from '#server/jobs/jobs.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { SimulatedProcess } from './simulated-process.ts';

const lookEveryMs = 2_000;
const retryAfterMs = 10_000;

/**
 * The job queue as the product uses it: a job exists if its transaction commits, and runs at least
 * once; one that fails, or whose process dies, runs again.
 */
export function createSimulatedJobs({
  db,
  clock,
  scheduler,
  log,
}: SimulatedProcess): Pick<Jobs, 'send' | 'sendAll' | 'work'> {
  const insert: Jobs['send'] = async (tx, queue, data, { startAfter } = {}) => {
    const due = startAfter ?? new Date(clock.now());
    await (tx ?? db).execute(sql`
      insert into simulated_jobs (queue, data, due) values (${queue}, ${JSON.stringify(data)}::jsonb, ${due.toISOString()})`);
  };

  const runDue = async (queue: string, handler: (data: never) => Promise<void>): Promise<void> => {
    const now = new Date(clock.now()).toISOString();
    const again = new Date(clock.now() + retryAfterMs).toISOString();
    const isDue = sql`queue = ${queue} and due <= ${now}`;
    const due = await db.execute(sql`select 1 from simulated_jobs where ${isDue}`);
    if (due.rows.length === 0) return;
    const taken = await db.execute<{ id: string; data: never }>(sql`
      update simulated_jobs set due = ${again} where ${isDue} returning id, data`);
    for (const { id, data } of taken.rows) {
      try {
        await handler(data);
        await db.execute(sql`delete from simulated_jobs where id = ${id}`);
      } catch (err) {
        log.error({ err, queue }, 'job failed; retrying later');
      }
    }
  };

  return {
    send: insert,
    sendAll: async (tx, queue, all) => {
      for (const data of all) await insert(tx, queue, data);
    },
    work: async (queue, handler) => {
      const onError = (err: unknown): void => log.error({ err }, 'job queue error');
      repeat({ everyMs: lookEveryMs, task: () => runDue(queue, handler), onError, after: scheduler.after }).start();
    },
  };
}
