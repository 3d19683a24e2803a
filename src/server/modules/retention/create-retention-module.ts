import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createPruning } from './prune-on-timer.ts';

interface RetentionModuleDependencies {
  readonly platform: Platform;
}

export function createRetentionModule({
  platform: { db, clock, marketClock, scheduler, log },
}: RetentionModuleDependencies): ServerModule {
  const { start, stop } = createPruning({ db, clock, marketClock, after: scheduler.after, log });
  return {
    routes: [],
    api: {},
    components: [{ name: 'retention', duty: 'lead', phase: 'with jobs', start, stop }],
  };
}
