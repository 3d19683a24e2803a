import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createPruning } from './prune-on-timer.ts';

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
  readonly marketClock: Clock;
  readonly scheduler: Scheduler;
  readonly log: FastifyBaseLogger;
}

export const createRetentionModule = ({ db, clock, marketClock, scheduler, log }: Needs): ServerModule => ({
  routes: [],
  api: {},
  components: [
    { name: 'retention', duty: 'lead', ...createPruning({ db, clock, marketClock, after: scheduler.after, log }) },
  ],
});
