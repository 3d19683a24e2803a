import { startOfDay } from '#domain/market/start-of-day.ts';
import type { Config } from '#server/config.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { LimitsApi } from '#server/modules/limits/limits.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Component } from '#server/start/component.ts';
import type { Platform } from '#server/start/platform.ts';
import type { IssueSignal } from '../issue-signal.ts';
import { createRequireOpenMarket } from '../require-open-market.ts';
import type { ModelCatalogue } from '../signals.api.ts';
import { autoRunsRoutes } from './auto-runs.routes.ts';
import { createAutoRunStore, type AutoRunJob, autoRunQueue } from './auto-run-store.ts';
import { createContinueAutoRun } from './continue-auto-run.ts';
import { createReadAutoRun, createStopAutoRun } from './own-auto-run.ts';
import { createStartAutoRun } from './start-auto-run.ts';
import { createWakeAutoRuns, wakeAutoRunsRegularly } from './wake-auto-runs.ts';

/** A step mostly waits for the database; requests use the rest of its 20 connections. */
const stepsAtOnce = 16;

export interface AutoRunsDependencies {
  readonly config: Pick<Config, 'feed' | 'tradingHours'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'marketClock' | 'scheduler' | 'enqueueUserEvents' | 'log'> & {
    readonly market: Pick<MarketView, 'feed'>;
    readonly jobs: Pick<Jobs, 'send' | 'sendAll' | 'work'>;
  };
  readonly catalogue: Pick<ModelCatalogue, 'requireAvailable'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'findUser'>;
  readonly traders: Pick<TradersApi, 'requireSignalAccess'>;
  readonly limits: Pick<LimitsApi, 'timezone' | 'assertNotStopped' | 'onStopped'>;
  readonly issueSignal: IssueSignal;
}

/** Auto-signal runs, and the background work on them. */
export function createAutoRuns({
  config,
  platform,
  catalogue,
  accounts,
  traders,
  limits,
  issueSignal,
}: AutoRunsDependencies) {
  const { jobs, clock: wallClock, marketClock: clock, enqueueUserEvents, scheduler, log } = platform;
  const { signedIn, findUser } = accounts;
  const { requireSignalAccess } = traders;
  const { assertNotStopped, timezone, onStopped } = limits;
  const startOfUserDay = (time: number): number => startOfDay(time, timezone);
  /** A replay's market runs faster than the wall clock, on which jobs are scheduled. */
  const toWallTime = (marketTime: number): Date =>
    new Date(wallClock.now() + (marketTime - clock.now()) / getMarketSpeed(config.feed));
  const runs = createAutoRunStore({ jobs, enqueueUserEvents, clock, startOfDay: startOfUserDay, toWallTime });
  const needs = {
    ...platform,
    clock,
    catalogue,
    runs,
    startOfDay: startOfUserDay,
    requireSignalAccess,
    assertNotStopped,
  };
  const requireOpenMarket = createRequireOpenMarket({ clock, hours: config.tradingHours });
  const startAutoRun = createStartAutoRun({ ...needs, requireOpenMarket });
  const stopAutoRun = createStopAutoRun(needs);
  onStopped((userId) => stopAutoRun(userId, 'stopped_for_today'));
  const continueAutoRun = createContinueAutoRun({ ...needs, issueSignal, findUser });
  const waking = wakeAutoRunsRegularly({ wake: createWakeAutoRuns(needs), after: scheduler.after, log });
  const component: Component = {
    name: 'auto-signal runs',
    duty: 'work',
    start: async () => {
      await jobs.work<AutoRunJob>(autoRunQueue, continueAutoRun, { concurrency: stepsAtOnce });
      waking.start();
    },
    stop: waking.stop,
  };
  return {
    startAutoRun,
    routes: [
      autoRunsRoutes({
        signedIn,
        requireSignalAccess,
        startAutoRun,
        stopAutoRun: (userId) => stopAutoRun(userId, 'user'),
        readAutoRun: createReadAutoRun(needs),
      }),
    ],
    component,
    queue: autoRunQueue,
  };
}
