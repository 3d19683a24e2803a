import type { ConsumerBacklog } from '#contract/admin/system.ts';
import type { Consumer } from '#server/start/consumer.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

export type ReadConsumers = () => Promise<ConsumerBacklog[] | null>;

/** How late each consumer is; null while the database does not answer. */
export const createReadConsumers =
  (jobs: Pick<Jobs, 'backlog'>, consumers: readonly Consumer[]): ReadConsumers =>
  async () => {
    const all = [consumerOfJobs(jobs), ...consumers];
    return Promise.all(all.map(async ({ name, readBacklog }) => ({ name, ...(await readBacklog()) }))).catch(
      () => null,
    );
  };

/** All queues together. */
const consumerOfJobs = (jobs: Pick<Jobs, 'backlog'>): Consumer => ({
  name: 'jobs',
  readBacklog: async () => {
    const queues = await jobs.backlog();
    return {
      waiting: queues.reduce((sum, { due }) => sum + due, 0),
      lagMs: Math.round(Math.max(0, ...queues.map(({ lagMs }) => lagMs))),
    };
  },
});
