import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import { stopTogether } from './start/component.ts';
import type { Config } from './config.ts';
import { type CrashHook, noCrash } from './start/crash-points.ts';
import { createAttempts } from './database/attempts.ts';
import type { DatabaseConnection } from './database/connection.ts';
import { fencedDatabase } from './database/fence.ts';
import type { Leader } from './database/leader.ts';
import { systemScheduler as scheduler } from './jobs/scheduler.ts';
import { introduce } from './start/introduce.ts';
import { createJobs } from './jobs/jobs.ts';
import { createLiveEngine } from './live/live-engine.ts';
import { createPastGate } from './live/past-gate.ts';
import { createAccountsModule } from './modules/accounts/create-accounts-module.ts';
import { seedDemoAccount } from './modules/accounts/seed-demo-account.ts';
import { createCalibrationModule } from './modules/calibration/create-calibration-module.ts';
import { createContestModule } from './modules/contest/create-contest-module.ts';
import { createEventsModule } from './modules/events/create-events-module.ts';
import { createEnqueueUserEvents } from './modules/events/enqueue-user-events.ts';
import { createLimitsModule } from './modules/limits/create-limits-module.ts';
import { createLlmModelsModule } from './modules/llm-models/create-llm-models-module.ts';
import { createMailModule } from './modules/mail/create-mail-module.ts';
import { createMetricsModule } from './modules/metrics/create-metrics-module.ts';
import { createModelsModule } from './modules/models/create-models-module.ts';
import { openModels } from './modules/models/open-models.ts';
import { createPricesModule } from './modules/prices/create-prices-module.ts';
import { createRecapModule } from './modules/recap/create-recap-module.ts';
import { createRecordModule } from './modules/record/create-record-module.ts';
import { createRetentionModule } from './modules/retention/create-retention-module.ts';
import { createShadowModule } from './modules/shadow/create-shadow-module.ts';
import { createSignalsModule } from './modules/signals/create-signals-module.ts';
import { createSystemModule } from './modules/system/create-system-module.ts';
import { createTradersModule } from './modules/traders/create-traders-module.ts';
import { createConnections, connectionListeners, connectionQueues } from './services/create-connections.ts';
import { createStandaloneModules } from './services/create-standalone-modules.ts';
import { jobQueues } from './services/job-queues.ts';
import { createModelThreads } from './services/model-threads.ts';
import { partsOfRole } from './services/parts-of-role.ts';
import { createProcesses } from './services/processes.ts';
import { chooseMarket } from './services/choose-market.ts';
import { chooseAdapters } from './services/choose-adapters.ts';

interface Needs {
  readonly config: Config;
  readonly database: DatabaseConnection & { readonly leader: Omit<Leader, 'deposed'> };
  readonly logger: FastifyBaseLogger;
  /** Wall clock; the market has its own clock, which a replay may run faster. */
  readonly clock: Clock;
  readonly print: (line: string) => void;
  readonly crashPoint?: CrashHook;
}

const modelsFolder = new URL('../../models/', import.meta.url);

/** Composition root: chooses the adapters and creates the modules, each from those before it. */
export async function createServices({ config, database, logger: log, clock, print, crashPoint = noCrash }: Needs) {
  const { db, leader } = database;
  const { feed, brokerSide, bus, shared, beacon, ...adapters } = await chooseAdapters({ config, db, clock, log });
  const { marketData, marketClock } = feed;
  const jobs = createJobs({ url: database.url, queues: [...jobQueues, ...connectionQueues], log });
  const attempts = createAttempts({ db, clock });
  const mail = createMailModule({ config, db, jobs, clock, crashPoint, log, transport: adapters.mailTransport });
  const enqueueUserEvents = createEnqueueUserEvents(bus, connectionListeners({ jobs, clock, config, mail: mail.api }));
  const models = await openModels(modelsFolder);
  const engine = createLiveEngine({ config, marketData, ...models, leader, clock: marketClock, ...scheduler, log });
  const { market, viewing } = chooseMarket({ config, engine, ...shared, ...database, ...models, log });
  const past = createPastGate();
  const live = { engine, market, past, clock, marketClock, scheduler, leaderDb: fencedDatabase(db, leader) };
  const platform = { config, db, leader, jobs, bus, attempts, enqueueUserEvents, crashPoint, log, print, ...live };
  const accounts = createAccountsModule({ ...platform, captcha: adapters.captcha, mail: mail.api });
  if (config.demo) await seedDemoAccount({ db, password: config.demoPassword, broker: brokerSide.seedTraders, clock });
  const limits = createLimitsModule({ ...platform, accounts: accounts.api });
  const llmModels = createLlmModelsModule({ ...platform, llms: adapters.llms });
  const common = { ...platform, accounts: accounts.api, mail: mail.api, limits: limits.api, llmModels: llmModels.api };
  const traders = createTradersModule({ ...common, brokerSide });
  const record = await createRecordModule({ ...platform, models, witnessSide: adapters.witnessSide });
  const forSignals = { models, traders: traders.api, record: record.api };
  const { startPastThread, startJudging } = createModelThreads(config, modelsFolder);
  const calibration = createCalibrationModule({ ...platform, marketData, models, record: record.api, startJudging });
  const signals = createSignalsModule({ ...common, ...forSignals, calibration: calibration.api });
  const recorded = { record: record.api, signals: signals.api };
  const shadow = createShadowModule({ ...platform, ...recorded, calibration: calibration.api, startPastThread });
  const prices = createPricesModule({ ...common, traders: traders.api, signals: signals.api });
  const events = createEventsModule({ ...common, ...shared, traders: traders.api, prices: prices.api });
  const processes = createProcesses({ ...platform, valkey: shared.valkey, ...scheduler, events: events.api });
  const recap = createRecapModule({ ...common, ...recorded });
  const contest = createContestModule({ ...common, record: record.api, brokerSide, beacon });
  const modelHealth = createModelsModule({ ...common, ...recorded, models });
  const checks = [shared, prices, traders, mail, record, shadow].flatMap(({ readiness = [] }) => readiness);
  const standalone = createStandaloneModules(common);
  const connections = createConnections({ ...common, ...adapters, ...recorded, traders: traders.api });
  const withConsumers = [mail, ...connections, signals];
  const system = createSystemModule({ ...common, ...recorded, brokerSide, checks, processes, withConsumers });
  const metrics = createMetricsModule({ ...platform, ...recorded, system: system.api, events: events.api });
  const retention = createRetentionModule(platform);
  const forVisitors = [prices, record, recap, contest, ...standalone.forVisitors];
  const forUsers = [accounts, mail, traders, signals, limits, events, ...connections];
  const forAdmins = [system, modelHealth, ...standalone.forAdmins];
  const { servesUsers, leadership, routesOf, componentsOf } = partsOfRole({ role: config.role, leader, log });
  return {
    routes: routesOf([...forVisitors, ...forUsers, ...forAdmins]),
    readiness: [...checks, ...(modelHealth.readiness ?? [])],
    components: [
      ...shared.components,
      stopTogether('jobs and partners', [jobs, ...componentsOf([mail, traders, contest, ...connections, retention])]),
      // In a replay, minutes settle from the ticks of the last run, which signals then delete.
      ...componentsOf([leadership, accounts, record.api.opening, shadow, signals, events, calibration]),
      ...componentsOf([{ components: [engine, processes] }, viewing, prices]),
      ...componentsOf([record, recap, metrics]),
    ],
    readState: system.api.readState,
    accounts: accounts.api,
    observe: metrics.api.observe,
    rateStore: shared.valkey?.commands,
    hasMailbox: mail.api.hasMailbox && servesUsers,
    announce: servesUsers ? await introduce(config, mail.api, accounts.adminLinks) : [],
  };
}
