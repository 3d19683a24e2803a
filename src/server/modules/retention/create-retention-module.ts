import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createPruning } from './prune-on-timer.ts';

interface RetentionModuleDependencies {
  readonly platform: Platform;
}

export const createRetentionModule = ({
  platform: { db, clock, marketClock, scheduler, log },
}: RetentionModuleDependencies): ServerModule => ({
  routes: [],
  api: {},
  components: [
    {
      name: 'retention',
      duty: 'lead',
      phase: 'with jobs',
      ...createPruning({ db, clock, marketClock, after: scheduler.after, log }),
    },
  ],
});
