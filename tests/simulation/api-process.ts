import { noCrash } from '#server/start/crash-points.ts';
import { createValkeyBus } from '#server/integrations/bus/valkey-bus.ts';
import type { Broker } from '#server/integrations/broker/broker.ts';
import type { Valkey } from '#server/integrations/valkey/valkey.ts';
import type { ForecastsListener } from '#server/live/market-view.ts';
import type { ManageAlerts } from '#server/modules/alerts/manage-alerts.ts';
import { createMarketReplica } from '#server/live/market-replica.ts';
import { findUser } from '#server/modules/accounts/accounts.repository.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { RequireSignalAccess } from '#server/modules/traders/traders.api.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createAnalyzeForecast } from '#server/modules/signals/analyze-forecast.ts';
import { createAutoRunStore, type AutoRunJob, autoRunQueue } from '#server/modules/signals/auto-runs/auto-run-store.ts';
import { createForecastChoice } from '#server/modules/signals/create-forecast-choice.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
import { createContinueAutoRun } from '#server/modules/signals/auto-runs/continue-auto-run.ts';
import { createIssueSignal, type IssueSignal } from '#server/modules/signals/issue-signal.ts';
import { createModelCatalogue } from '#server/modules/signals/model-catalogue.ts';
import { createRequireOpenMarket } from '#server/modules/signals/require-open-market.ts';
import { createStartAutoRun, type StartAutoRun } from '#server/modules/signals/auto-runs/start-auto-run.ts';
import { createRequireSignalAccess } from '#server/modules/traders/require-signal-access.ts';
import { createSaveAnswer } from '#server/modules/traders/check/save-answer.ts';
import { createWakeAutoRuns, wakeAutoRunsRegularly } from '#server/modules/signals/auto-runs/wake-auto-runs.ts';
import { dayMs } from '#domain/time.ts';
import { startAlerts } from './alerts-worker.ts';
import { createOutboxes } from './outboxes.ts';
import { feedId, type Rules } from './rules.ts';
import { simulatedForecaster } from './simulated/simulated-forecaster.ts';
import { createSimulatedJobs } from './simulated/simulated-jobs.ts';
import { pairs } from './simulated/simulated-prices.ts';
import type { SimulatedReceivers } from './simulated/simulated-receivers.ts';
import type { SimulatedProcess } from './simulated/simulated-process.ts';
import { type StreamHub, startStreams } from './simulated/simulated-streams.ts';

interface ApiDependencies {
  readonly process: SimulatedProcess;
  readonly valkey: Pick<Valkey, 'commands' | 'isConnected' | 'subscribe'>;
  /** The true time, milliseconds. */
  readonly realNow: () => number;
  readonly broker: Broker;
  readonly receivers: SimulatedReceivers;
  readonly onForecasts: ForecastsListener;
  readonly rules: Rules;
}

/** What users call. */
export interface Api {
  readonly issueSignal: IssueSignal;
  readonly requireSignalAccess: RequireSignalAccess;
  readonly findUser: (id: string) => Promise<User | undefined>;
  readonly startAutoRun: StartAutoRun;
  readonly alerts: Pick<ManageAlerts, 'change'>;
  readonly streams: StreamHub;
}

/** ROLE=api and ROLE=worker in one process, as services.ts composes them. */
export async function startApi(needs: ApiDependencies): Promise<Api> {
  const { process, valkey, realNow, broker, receivers, rules } = needs;
  const { db, clock, scheduler, log } = process;
  const { after } = scheduler;
  const forecasters = [simulatedForecaster];
  const feed = { id: feedId, kind: 'simulated' as const, isLive: false };
  const bus = createValkeyBus({ valkey, log });
  const market = createMarketReplica({ feed, pairs, valkey, forecasters, realNow, after, log });
  const jobs = createSimulatedJobs(process);
  const { queueMail, listeners } = createOutboxes(process, jobs);
  const enqueueUserEvents = createEnqueueUserEvents(bus, listeners);
  const noLlm = { forecastFor: () => Promise.reject(new Error('none')), availability: () => [] };
  const catalogue = createModelCatalogue({
    forecasters,
    unavailable: [],
    llmModels: noLlm,
    minBalance: 10,
    vipBalance: 1_000,
  });
  const assertNotStopped = async (): Promise<void> => undefined;
  const hours = rules.tradingHours;
  const base = {
    ...rules,
    db,
    market,
    bus,
    catalogue,
    enqueueUserEvents,
    assertNotStopped,
    listAskedStops: async () => new Set<string>(),
    hours,
    clock,
    scheduler,
    jobs,
    log,
  };
  const issueSignal = createIssueSignal({
    ...base,
    chooseForecast: createForecastChoice({ ...base, ...nothingRecorded, llmModels: noLlm }).chooseForecast,
    analyze: createAnalyzeForecast(base),
    crashPoint: noCrash,
  });
  const startOfDay = (time: number): number => Math.floor(time / dayMs) * dayMs;
  const runs = createAutoRunStore({ ...base, toWallTime: (time) => new Date(time), startOfDay });
  const forRuns = { ...base, runs, startOfDay };
  const startAutoRun = createStartAutoRun({ ...forRuns, requireOpenMarket: createRequireOpenMarket(base) });
  const access = { minBalance: 10, vipBalance: 1_000, vipFreeUntil: null };
  const saveAnswer = createSaveAnswer({ db, enqueueUserEvents, invalidateUser: () => undefined, rules: access });
  const requireSignalAccess = createRequireSignalAccess({ broker, saveAnswer, rules: access, clock, log });
  const findOne = (id: string) => findUser(db, id);
  const continueAutoRun = createContinueAutoRun({ ...forRuns, findUser: findOne, issueSignal, requireSignalAccess });
  market.onForecasts(needs.onForecasts);
  const alerts = await startAlerts({ process, market, jobs, queueMail, receivers, access, rules });
  await market.start();
  await jobs.work<AutoRunJob>(autoRunQueue, continueAutoRun);
  jobs.start();
  wakeAutoRunsRegularly({ wake: createWakeAutoRuns(base), after, log }).start();
  return {
    issueSignal,
    requireSignalAccess,
    findUser: findOne,
    startAutoRun,
    alerts,
    streams: startStreams(process, bus),
  };
}
