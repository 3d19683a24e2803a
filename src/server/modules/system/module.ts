import { systemEndpoints, type AdminOverview, type ConsumerBacklog, type SystemState } from '#contract/admin/system.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { startOfDay } from '#domain/market/start-of-day.ts';
import { isMarketOpen, type TradingHours } from '#domain/market/trading-hours.ts';
import { type Outcome, voidReasons } from '#domain/signals/outcome.ts';
import { minuteMs } from '#domain/time.ts';
import { builtBrand } from '#server/config/brand.ts';
import { hasDuty } from '#server/config/role.ts';
import { checkDatabase } from '#server/database/open-database.ts';
import { checkReadiness, type ReadinessCheck } from '#server/http/check-readiness.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { BrokerSide } from '#server/integrations/broker/broker.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import type { Valkey } from '#server/integrations/valkey/valkey.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { getDelay, isFresh, type MarketView } from '#server/live/market-view.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import type { EventsApi } from '#server/modules/events/events.api.ts';
import type { LlmModelsApi } from '#server/modules/llm-models/llm-models.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SiteApi } from '#server/modules/site/site.api.ts';
import type { SignalGroup, SignalsApi } from '#server/modules/signals/signals.api.ts';
import { readRelease } from '#server/start/read-release.ts';
import type { Platform } from '#server/start/platform.ts';
import type { Consumer, ServerModule } from '#server/start/server-module.ts';
import type { CheckedFeed } from './checkup/check-feed.ts';
import { readArchiving } from './checkup/check-postgres.ts';
import { showFinding } from './checkup/findings.ts';
import { type CheckedPartners, runCheckup } from './checkup/run-checkup.ts';
import { watchMachine } from './machine.ts';
import { type Processes, watchProcesses } from './processes.ts';
import type { SystemApi } from './system.api.ts';

interface SystemContext extends Platform {
  readonly adapters: CheckedPartners & {
    readonly brokerSide: BrokerSide;
    readonly feed: { readonly marketData: MarketData };
    readonly shared: { readonly valkey: Valkey | null };
  };
  /** Readiness checks besides the database. */
  readonly checks: readonly ReadinessCheck[];
  readonly consumers: readonly Consumer[];
  readonly events: EventsApi;
  readonly accounts: AccountsApi;
  readonly dayStop: DayStopApi;
  readonly mail: MailApi;
  readonly record: RecordApi;
  readonly llmModels: LlmModelsApi;
  readonly signals: SignalsApi;
  readonly site: SiteApi;
}

/** What runs and how it is, for administrators. */
export function systemModule(ctx: SystemContext): ServerModule<SystemApi> {
  const { clock, marketClock, market, accounts, dayStop, signals } = ctx;
  const processes = watchProcesses({ ...ctx, valkey: ctx.adapters.shared.valkey });
  const startedAt = clock.now();
  const readSystem = () => readSystemState(ctx, processes, startedAt);
  const routes = serveEndpoints(systemEndpoints, accounts.guards, {
    'GET /api/admin/system': readSystem,
    'GET /api/admin/overview': async () => {
      const today = (time: number): Date => new Date(startOfDay(time, dayStop.timezone));
      const [users, groups] = await Promise.all([
        accounts.countUsers(today(clock.now())),
        signals.groupSince(today(marketClock.now())),
      ]);
      return { users, signals: toSignals(groups) };
    },
    'POST /api/admin/checkup': async () => {
      const findings = await runCheckup({
        ...ctx,
        builtBrand,
        pool: ctx.db.$client,
        feed: findFeed(ctx),
        partners: ctx.adapters,
      });
      return { findings: findings.map(showFinding) };
    },
  });
  const readState = async () => ({
    ...(await processes.readState()),
    consumers: await readConsumers(ctx.jobs, ctx.consumers),
    pairs: market.feed.notOffered && {
      offered: market.feed.symbols.length,
      notOffered: [...market.feed.notOffered],
    },
  });
  return {
    routes: [routes],
    api: { readSystem, readMachine: watchMachine(ctx.config, clock), readState },
    components: [processes],
  };
}

/** Read when the checkup runs, because what the feed offers may change. */
function findFeed({ config, adapters, market }: SystemContext): CheckedFeed {
  const { backfill, countCallsLeft } = adapters.feed.marketData;
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

/** Settlement takes seconds; a signal that waits longer than this counts as overdue. */
const overdueAfterMs = minuteMs;

async function readSystemState(ctx: SystemContext, processes: Processes, startedAt: number): Promise<SystemState> {
  const { config, clock, marketClock } = ctx;
  const { broker } = ctx.adapters.brokerSide;
  const maintenance = ctx.site.maintenance();
  const overdueSince = new Date(marketClock.now() - overdueAfterMs);
  const [{ checks }, brokerState, listed, consumers, database, isArchiving, mail, jobs, record, llm, signals] =
    await Promise.all([
      checkReadiness(ctx.checks),
      broker.state(),
      processes.list(),
      readConsumers(ctx.jobs, ctx.consumers),
      checkDatabase(ctx.db.$client),
      readArchiving(ctx.db.$client).then((archive) => archive && !archive.isFailing),
      readMailState(ctx.mail),
      ctx.jobs.backlog().catch(() => null),
      ctx.record.readState(),
      ctx.llmModels.readUse(),
      ctx.signals.countOpen(overdueSince),
    ]);
  return {
    now: toInstant(clock.now()),
    version: readRelease(),
    startedAt: toInstant(startedAt),
    processes: listed,
    checks: [{ name: 'database', state: database.state }, ...checks],
    maintenance: maintenance && { until: toInstantOrNull(maintenance.until) },
    database: { answerMs: database.answerMs, isArchiving },
    feed: getFeedState(ctx.market, config.tradingHours, marketClock.now()),
    broker: { kind: config.broker.kind, state: brokerState },
    mail,
    consumers,
    jobs,
    record,
    llm,
    signals,
  };
}

async function readMailState({ countMails, isSending }: MailApi): Promise<SystemState['mail']> {
  const { counts, oldestQueuedAt } = await countMails();
  return {
    isSending,
    waiting: counts.queued,
    oldestWaitingAt: toInstantOrNull(oldestQueuedAt),
    failed: counts.refused + counts.given_up,
  };
}

/** State of the feed at `now`, milliseconds of market time. */
function getFeedState(market: MarketView, hours: TradingHours, now: number): SystemState['feed'] {
  const { kind, isLive, symbols } = market.feed;
  const { accepted, held: _stillUndecided, ...dropped } = market.counts();
  return {
    kind,
    isLive,
    isConnected: market.feedState().connected,
    isMarketOpen: isMarketOpen(hours, now),
    delayMs: getDelay(market, now),
    pairs: symbols.length,
    notOffered: [...(market.feed.notOffered ?? [])],
    freshPairs: symbols.filter((symbol) => isFresh(market, symbol, now)).length,
    accepted,
    dropped: Object.values(dropped).reduce((sum, count) => sum + count, 0),
  };
}

/** How late each consumer is; null while the database does not answer. */
export const readConsumers = (jobs: Jobs, consumers: readonly Consumer[]): Promise<ConsumerBacklog[] | null> =>
  Promise.all(
    [consumerOfJobs(jobs), ...consumers].map(async ({ name, readBacklog }) => ({ name, ...(await readBacklog()) })),
  ).catch(() => null);

/** All queues together. */
const consumerOfJobs = (jobs: Jobs): Consumer => ({
  name: 'jobs',
  readBacklog: async () => {
    const queues = await jobs.backlog();
    return {
      waiting: queues.reduce((sum, { due }) => sum + due, 0),
      lagMs: Math.round(Math.max(0, ...queues.map(({ lagMs }) => lagMs))),
    };
  },
});
