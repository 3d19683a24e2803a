import type { Component } from '#server/start/component.ts';
import {
  type AutoRunJob,
  autoRunQueue,
  type AutoRunsContext,
  readAutoRun,
  startAutoRun,
  stopAutoRun,
} from './auto-runs.ts';
import { createLooking, takeStep } from './look-for-edges.ts';
import type { FoundListener } from '../signals.api.ts';

/** A step mostly waits for the database; requests use the rest of its 20 connections. */
const stepsAtOnce = 16;

export type AutoRunsUseCases = ReturnType<typeof createAutoRuns>['useCases'];

/** The use cases of auto-signal runs, and the background work on them. */
export function createAutoRuns(ctx: AutoRunsContext) {
  ctx.dayStop.onStopped((userId) => stopAutoRun(ctx, userId, 'stopped_for_today'));
  const looking = createLooking(ctx);
  const component: Component = {
    name: 'auto-signal runs',
    duty: 'work',
    start: async () => {
      await ctx.jobs.work<AutoRunJob>(autoRunQueue, (job) => takeStep(ctx, job), { concurrency: stepsAtOnce });
      looking.start();
    },
    stop: looking.stop,
  };
  return {
    useCases: {
      signedIn: ctx.accounts.signedIn,
      requireSignalAccess: ctx.traders.requireSignalAccess,
      startAutoRun: (userId: string, request: Parameters<typeof startAutoRun>[2]) => startAutoRun(ctx, userId, request),
      stopAutoRun: (userId: string) => stopAutoRun(ctx, userId, 'user'),
      readAutoRun: (userId: string) => readAutoRun(ctx, userId),
    },
    onFound: (listener: FoundListener) => void ctx.foundListeners.push(listener),
    component,
    /** Resolves when no look is under way. */
    idle: looking.idle,
    queue: autoRunQueue,
  };
}
