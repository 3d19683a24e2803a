import { startOfDay } from '#domain/market/start-of-day.ts';
import type { Config } from '#server/config.ts';
import type { Platform } from '#server/start/platform.ts';
import type { Database } from '#server/database/connection.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Component } from '#server/start/component.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { CalibrationApi } from '#server/modules/calibration/calibration.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { LimitsApi } from '#server/modules/limits/limits.api.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { PastGate } from '#server/live/past-gate.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';
import { apiError } from '#server/http/api-error.ts';
import { adminSignalsRoutes } from './statistics/admin-signals.routes.ts';
import { createAnalyzeForecast } from './analyze-forecast.ts';
import { createChaseSignal } from './chase-signal.ts';
import { createContinueAutoRun } from './auto-runs/continue-auto-run.ts';
import { createForecastChoice } from './create-forecast-choice.ts';
import { createExportHistory } from './statistics/history-csv.ts';
import { createIssueSignal, type IssueSignal } from './issue-signal.ts';
import { createReadAutoRun, createStopAutoRun } from './auto-runs/own-auto-run.ts';
import { createDeleteSignal, createExplainSignal, createListSignals, createReadOthersSignals } from './own-signals.ts';
import { createListAllSignals } from './statistics/list-all-signals.ts';
import { createReadSignalFile } from './statistics/read-signal-file.ts';
import { createReadHistory } from './statistics/read-history.ts';
import { createReadStats } from './statistics/read-stats.ts';
import { createRequireOpenMarket } from './require-open-market.ts';
import { createAutoRunStore, type AutoRunJob, autoRunQueue } from './auto-runs/auto-run-store.ts';
import { autoRunsRoutes } from './auto-runs/auto-runs.routes.ts';
import { signalsRoutes } from './signals.routes.ts';
import { createStartAutoRun, type StartAutoRun } from './auto-runs/start-auto-run.ts';
import { getChangesOfUser } from './statistics/signal-statistics.repository.ts';
import { type StatisticsReads, statisticsRoutes } from './statistics/statistics.routes.ts';
import { createTakeSignal } from './take-signal.ts';
import { createVoidSignal } from './settlement/void-signal.ts';
import { createWakeAutoRuns, wakeAutoRunsRegularly } from './auto-runs/wake-auto-runs.ts';
import type { ModelCatalogue } from './signals.api.ts';

/** Playing the past of a demo takes some seconds. */
const retryAfterS = 5;

interface SignalRoutesDependencies {
  readonly config: Pick<Config, 'feed' | 'includeThinHours' | 'payout' | 'tradingHours'>;
  readonly platform: Pick<
    Platform,
    'db' | 'reads' | 'clock' | 'marketClock' | 'scheduler' | 'enqueueUserEvents' | 'crashPoint' | 'log'
  > & {
    readonly market: Pick<MarketView, 'board' | 'bars' | 'explain' | 'feed' | 'lastTick'>;
    readonly past: Pick<PastGate, 'isPlaying'>;
    readonly bus: Pick<Bus, 'notify'>;
    readonly jobs: Pick<Jobs, 'send' | 'sendAll' | 'work'>;
  };
  readonly catalogue: ModelCatalogue;
  readonly llmModels: LlmModels;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'adminOnly' | 'recentlyConfirmed' | 'isAdmin' | 'findUser'>;
  readonly traders: Pick<TradersApi, 'requireSignalAccess'>;
  readonly record: Pick<RecordApi, 'readProofs' | 'readStatedSignals'>;
  readonly calibration: Pick<CalibrationApi, 'estimateCalibratedAt'>;
  readonly limits: Pick<LimitsApi, 'timezone' | 'assertNotStopped' | 'listAskedStops' | 'onStopped'>;
}

/** What the routes call for a user. */
export interface SignalCalls {
  readonly issueSignal: IssueSignal;
  readonly startAutoRun: StartAutoRun;
}

interface SignalRoutes extends SignalCalls {
  readonly routes: readonly FastifyPluginAsyncZod[];
  /** The background work on auto-signal runs. */
  readonly autoRuns: Component;
}

/** Single signals, auto-signal runs, their statistics, and deletion and voiding. */
export function createSignalRoutes(dependencies: SignalRoutesDependencies): SignalRoutes {
  const { config, platform, catalogue, llmModels, accounts, limits, record } = dependencies;
  const { db, jobs, enqueueUserEvents, marketClock, log } = platform;
  const { signedIn, adminOnly, recentlyConfirmed, isAdmin, findUser } = accounts;
  const { requireSignalAccess } = dependencies.traders;
  const { assertNotStopped, listAskedStops } = limits;
  const ofMarket = {
    ...platform,
    catalogue,
    llmModels,
    clock: marketClock,
    hours: config.tradingHours,
    requireSignalAccess,
    assertNotStopped,
  };
  const { includeThinHours, payout } = config;
  const { readStatedSignals } = record;
  const { chooseForecast, readOutlook } = createForecastChoice({
    ...ofMarket,
    readStatedSignals,
    calibratedAt: dependencies.calibration.estimateCalibratedAt,
    includeThinHours,
    payout,
  });
  const issue = createIssueSignal({
    ...ofMarket,
    listAskedStops,
    chooseForecast,
    analyze: createAnalyzeForecast({ ...ofMarket, payout }),
  });
  const issueSignal: IssueSignal = async (request) => {
    if (platform.past.isPlaying()) throw apiError('feed_stale', { phrase: 'history_playing', retryAfterS });
    return issue(request);
  };
  const getDay = (time: number): number => startOfDay(time, limits.timezone);
  const toWallTime = wallTime(dependencies);
  const runs = createAutoRunStore({ jobs, enqueueUserEvents, clock: marketClock, startOfDay: getDay, toWallTime });
  const autoRunNeeds = { ...ofMarket, runs, startOfDay: getDay };
  const stopAutoRun = createStopAutoRun(autoRunNeeds);
  limits.onStopped((userId) => stopAutoRun(userId, 'stopped_for_today'));
  const continueAutoRun = createContinueAutoRun({ ...autoRunNeeds, issueSignal, findUser });
  const startAutoRun = createStartAutoRun({ ...autoRunNeeds, requireOpenMarket: createRequireOpenMarket(ofMarket) });
  const waking = wakeAutoRunsRegularly({ wake: createWakeAutoRuns(ofMarket), after: platform.scheduler.after, log });

  const createStatisticsReads = (from: Database): StatisticsReads => ({
    readHistory: createReadHistory({ db: from, readProofs: record.readProofs }),
    exportHistory: createExportHistory(from),
    readStats: createReadStats(from),
  });

  return {
    issueSignal,
    startAutoRun,
    routes: [
      signalsRoutes({
        signedIn,
        requireSignalAccess,
        isAdmin,
        forReadingOthers: [...adminOnly, recentlyConfirmed],
        issueSignal,
        chaseSignal: createChaseSignal({ ...ofMarket, issueSignal }),
        takeSignal: createTakeSignal(ofMarket),
        listSignals: createListSignals(db),
        readOthersSignals: createReadOthersSignals(platform),
        deleteSignal: createDeleteSignal(ofMarket),
        explainSignal: createExplainSignal(db),
        readOutlook,
      }),
      statisticsRoutes({
        signedIn,
        chooseReads: platform.reads.choose({
          onPrimary: createStatisticsReads(db),
          create: createStatisticsReads,
          getWatermarks: getChangesOfUser,
        }),
        clock: platform.clock,
      }),
      autoRunsRoutes({
        signedIn,
        requireSignalAccess,
        startAutoRun,
        stopAutoRun: (userId) => stopAutoRun(userId, 'user'),
        readAutoRun: createReadAutoRun(autoRunNeeds),
      }),
      adminSignalsRoutes({
        adminOnly,
        recentlyConfirmed,
        listAllSignals: createListAllSignals({ db, clock: platform.clock }),
        readSignalFile: createReadSignalFile({ db, clock: platform.clock, marketClock }),
        voidSignal: createVoidSignal(platform),
      }),
    ],
    autoRuns: {
      name: 'auto-signal runs',
      duty: 'work',
      start: async () => {
        await jobs.work<AutoRunJob>(autoRunQueue, continueAutoRun, { concurrency: stepsAtOnce });
        waking.start();
      },
      stop: waking.stop,
    },
  };
}

/** A step mostly waits for the database; requests use the rest of its 20 connections. */
const stepsAtOnce = 16;

/** A replay's market runs faster than the wall clock, on which jobs are scheduled. */
const wallTime =
  ({ config, platform: { clock, marketClock } }: SignalRoutesDependencies) =>
  (marketTime: number): Date =>
    new Date(clock.now() + (marketTime - marketClock.now()) / getMarketSpeed(config.feed));
