import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Checkup, checkupPath } from '#contract/admin/checkup.ts';
import { AdminOverview, adminSystemPaths, SystemState } from '#contract/admin/system.ts';
import { startOfDay } from '#domain/market/start-of-day.ts';
import { type Outcome, voidReasons } from '#domain/signals/outcome.ts';
import { guardRoutes } from '#server/http/errors/route-errors.ts';
import type { Config } from '#server/config.ts';
import { hasDuty } from '#server/config/role.ts';
import type { ReadinessCheck } from '#server/http/check-readiness.ts';
import type { WatchedBroker } from '#server/integrations/broker/broker.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import type { LlmModelsApi } from '#server/modules/llm-models/llm-models.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SignalGroup, SignalsApi } from '#server/modules/signals/signals.api.ts';
import { readRelease } from '#server/start/read-release.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/start/platform.ts';
import type { Consumer, ServerModule } from '#server/start/server-module.ts';
import type { CheckedFeed } from './checkup/check-feed.ts';
import { showFinding } from './checkup/findings.ts';
import { type CheckedPartners, type CheckupConfig, runCheckup } from './checkup/run-checkup.ts';
import { createReadConsumers, createReadSystem, type WatchedMarket } from './read-system.ts';
import { createProcesses, type ProcessesDependencies } from './processes.ts';
import type { SystemApi } from './system.api.ts';

interface SystemModuleDependencies {
  readonly config: CheckupConfig & Pick<Config, 'role'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'marketClock'> &
    ProcessesDependencies['platform'] & {
      readonly jobs: Jobs;
      readonly market: WatchedMarket;
    };
  readonly adapters: CheckedPartners & {
    readonly brokerSide: { readonly broker: WatchedBroker };
    readonly feed: { readonly marketData: Pick<MarketData, 'backfill' | 'countCallsLeft'> };
    readonly shared: Pick<ProcessesDependencies, 'valkey'>;
  };
  readonly watched: {
    /** Readiness checks besides the database. */
    readonly checks: readonly ReadinessCheck[];
    readonly consumers: readonly Consumer[];
  };
  readonly events: ProcessesDependencies['events'];
  readonly accounts: Pick<AccountsApi, 'adminOnly' | 'countUsers'>;
  readonly dayStop: Pick<DayStopApi, 'timezone'>;
  readonly mail: Pick<MailApi, 'countMails' | 'isSending'>;
  readonly record: Pick<RecordApi, 'readState'>;
  readonly llmModels: Pick<LlmModelsApi, 'readUse'>;
  readonly signals: Pick<SignalsApi, 'countOpen' | 'groupSince'>;
}

/** What runs and how it is, for administrators. */
export function createSystemModule(dependencies: SystemModuleDependencies): ServerModule<SystemApi> {
  const { config, platform, adapters, watched, events, accounts, dayStop, mail, record, llmModels, signals } =
    dependencies;
  const { db, clock, marketClock, jobs, market } = platform;
  const { broker } = adapters.brokerSide;
  const processes = createProcesses({ config, platform, events, valkey: adapters.shared.valkey });
  const readConsumers = createReadConsumers(jobs, watched.consumers);
  const readSystem = createReadSystem({
    db,
    clock,
    marketClock,
    market,
    jobs,
    checks: watched.checks,
    readConsumers,
    processes,
    broker: { kind: config.broker.kind, state: broker.state },
    mail,
    record,
    llmModels,
    signals,
    hours: config.tradingHours,
    product: { version: readRelease(), startedAt: clock.now() },
  });
  const { backfill, countCallsLeft } = adapters.feed.marketData;
  /** Read when the checkup runs, because what the feed offers may change. */
  const findFeed = (): CheckedFeed => {
    const { kind, isLive, symbols, notOffered } = market.feed;
    return {
      kind,
      isLive,
      symbols,
      offer: () => notOffered && { offered: symbols, notOffered },
      state: market.feedState,
      lastTick: market.lastTick,
      backfill: null,
      // An api process reads no history.
      ...(hasDuty(config.role, 'feed') && { backfill, ...(countCallsLeft && { countCallsLeft }) }),
    };
  };
  const routes: FastifyPluginAsyncZod = async (app) => {
    guardRoutes(app, 'onRequest', ...accounts.adminOnly);

    app.get(adminSystemPaths.system, { schema: { response: { 200: SystemState } } }, readSystem);

    app.get(adminSystemPaths.overview, { schema: { response: { 200: AdminOverview } } }, async () => {
      const today = (time: number): Date => new Date(startOfDay(time, dayStop.timezone));
      const [users, groups] = await Promise.all([
        accounts.countUsers(today(clock.now())),
        signals.groupSince(today(marketClock.now())),
      ]);
      return { users, signals: toSignals(groups) };
    });

    // A GET would be repeated by a browser, and each one calls partners that count or charge calls.
    app.post(checkupPath, { schema: { response: { 200: Checkup } } }, async () => {
      const feed = findFeed();
      const findings = await runCheckup({ config, pool: db.$client, feed, partners: adapters, clock, marketClock });
      return { findings: findings.map(showFinding) };
    });
  };
  const readState = async () => ({
    ...(await processes.readState()),
    consumers: await readConsumers(),
    pairs: market.feed.notOffered && {
      offered: market.feed.symbols.length,
      notOffered: [...market.feed.notOffered],
    },
  });
  return { routes: [routes], api: { readSystem, readState }, components: [processes] };
}

type Groups = readonly SignalGroup[];

function toSignals(groups: Groups): AdminOverview['signals'] {
  const getCount = (result: Outcome | null): number => sumUp(groups.filter((group) => group.result === result));
  return {
    today: sumUp(groups),
    open: getCount(null),
    successful: getCount('successful'),
    neutral: getCount('neutral'),
    unsuccessful: getCount('unsuccessful'),
    void: getCount('void'),
    voidReasons: voidReasons
      .map((reason) => ({ reason, count: sumUp(groups.filter((group) => group.reason === reason)) }))
      .filter(({ count }) => count > 0),
  };
}

const sumUp = (groups: Groups): number => groups.reduce((sum, { count }) => sum + count, 0);
