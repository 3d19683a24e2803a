import { minuteMs } from '#domain/time.ts';
import { startOfDay } from '#domain/market/start-of-day.ts';
import type { Config } from '#server/config.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import type { PayoutsApi } from '#server/modules/payouts/payouts.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Component } from '#server/start/component.ts';
import type { Platform } from '#server/start/platform.ts';
import {
  type AutoRunJob,
  autoRunQueue,
  type AutoRunSteps,
  readAutoRun,
  startAutoRun,
  stopAutoRun,
  wakeAutoRuns,
} from './auto-runs.ts';
import { lookForAll, type LookContext, takeStep } from './look-for-edges.ts';
import type { ChooseForecast } from '../choose-forecast.ts';
import type { IssueSignal } from '../issue-signal.ts';
import { createRequireOpenMarket } from '../require-open-market.ts';
import type { FoundListener, ModelCatalogue } from '../signals.api.ts';

/** A step mostly waits for the database; requests use the rest of its 20 connections. */
const stepsAtOnce = 16;

interface StepsDependencies {
  readonly config: Pick<Config, 'feed'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'marketClock' | 'enqueueUserEvents'> & {
    readonly jobs: Pick<Jobs, 'send' | 'sendAll'>;
  };
  readonly dayStop: Pick<DayStopApi, 'timezone'>;
}

export function createAutoRunSteps({ config, platform, dayStop }: StepsDependencies): AutoRunSteps {
  const { db, jobs, clock: wallClock, marketClock: clock, enqueueUserEvents } = platform;
  const marketSpeed = getMarketSpeed(config.feed);
  return {
    db,
    jobs,
    clock,
    toWallTime: (marketTime) => new Date(wallClock.now() + (marketTime - clock.now()) / marketSpeed),
    startOfToday: () => startOfDay(clock.now(), dayStop.timezone),
    enqueueUserEvents,
  };
}

export interface AutoRunsDependencies {
  readonly config: Pick<Config, 'tradingHours'>;
  readonly platform: Pick<Platform, 'scheduler' | 'log'> & {
    readonly market: Pick<MarketView, 'feed' | 'onForecasts'>;
    readonly jobs: Pick<Jobs, 'send' | 'sendAll' | 'work'>;
  };
  readonly catalogue: Pick<ModelCatalogue, 'requireAvailable'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'listUsers'>;
  readonly traders: Pick<TradersApi, 'requireSignalAccess' | 'mayReadPrices' | 'mayUseVip'>;
  readonly dayStop: Pick<DayStopApi, 'assertNotStopped' | 'listStopped' | 'onStopped'>;
  readonly payouts: Pick<PayoutsApi, 'listPayouts'>;
  readonly record: Pick<RecordApi, 'isMinuteStated'>;
  readonly chooseForecast: ChooseForecast;
  readonly issueSignal: IssueSignal;
  readonly steps: AutoRunSteps;
}

export type AutoRunsUseCases = ReturnType<typeof createAutoRuns>['useCases'];

/** Auto-signal runs, and the background work on them. */
export function createAutoRuns(dependencies: AutoRunsDependencies) {
  const { config, platform, catalogue, accounts, traders, dayStop, record, steps } = dependencies;
  const { market, jobs, scheduler, log } = platform;
  const foundListeners: FoundListener[] = [];
  const ctx = {
    ...steps,
    symbols: () => market.feed.symbols,
    catalogue,
    requireOpenMarket: createRequireOpenMarket({ clock: steps.clock, hours: config.tradingHours }),
    assertNotStopped: dayStop.assertNotStopped,
    listStopped: (ids: readonly string[]) => dayStop.listStopped(ids),
    listUsers: accounts.listUsers,
    traders,
    chooseForecast: dependencies.chooseForecast,
    issueSignal: dependencies.issueSignal,
    payouts: dependencies.payouts,
    isMinuteStated: record.isMinuteStated,
    onFound: ((found) => {
      for (const listener of foundListeners) listener(found);
    }) satisfies FoundListener,
    after: scheduler.after,
    log,
  };
  dayStop.onStopped((userId) => stopAutoRun(ctx, userId, 'stopped_for_today'));
  const looking = createLooking(ctx, market);
  const component: Component = {
    name: 'auto-signal runs',
    duty: 'work',
    start: async () => {
      await jobs.work<AutoRunJob>(autoRunQueue, (job) => takeStep(ctx, job), { concurrency: stepsAtOnce });
      looking.start();
    },
    stop: looking.stop,
  };
  return {
    useCases: {
      signedIn: accounts.signedIn,
      requireSignalAccess: traders.requireSignalAccess,
      startAutoRun: (userId: string, request: Parameters<typeof startAutoRun>[2]) => startAutoRun(ctx, userId, request),
      stopAutoRun: (userId: string) => stopAutoRun(ctx, userId, 'user'),
      readAutoRun: (userId: string) => readAutoRun(ctx, userId),
    },
    onFound: (listener: FoundListener) => void foundListeners.push(listener),
    component,
    /** Resolves when no look is under way. */
    idle: looking.idle,
    queue: autoRunQueue,
  };
}

/**
 * Looks for all runs when the forecasts of a minute arrive, one minute after the other, and each minute
 * anyway: of a market that has closed no forecasts come. Several processes may look at once: a step is
 * taken once.
 */
function createLooking(ctx: LookContext, market: Pick<MarketView, 'onForecasts'>) {
  const stopping = new AbortController();
  let isWorking = false;
  let isQueued = false;
  let looking: Promise<void> = Promise.resolve();
  const look = (minute: number | null): Promise<void> => {
    // A look that has not begun sees the newest forecasts too.
    if (isQueued || stopping.signal.aborted) return looking;
    isQueued = true;
    looking = looking.then(async () => {
      isQueued = false;
      try {
        await lookForAll(ctx, minute, stopping.signal);
      } catch (error) {
        ctx.log.error({ err: error }, 'looking for automatic signals failed; the next look is in a minute');
      }
    });
    return looking;
  };
  market.onForecasts((forecasts) => {
    if (isWorking) void look(Math.max(...forecasts.map(({ barTime }) => barTime)));
  });
  const waking = repeat({
    everyMs: minuteMs,
    task: async () => {
      await look(null);
      await wakeAutoRuns(ctx);
    },
    onError: (error) =>
      ctx.log.error({ err: error }, 'searching for stalled auto-signal runs failed; retrying in a minute'),
    after: ctx.after,
  });
  return {
    idle: (): Promise<void> => looking,
    start: (): void => {
      isWorking = true;
      waking.start();
    },
    /** Resolves when the look under way has ended. */
    stop: async (): Promise<void> => {
      isWorking = false;
      stopping.abort();
      await Promise.all([waking.stop(), looking]);
    },
  };
}
