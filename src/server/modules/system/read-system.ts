import type { ConsumerBacklog, SystemProcess, SystemState } from '#contract/admin/system.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { isMarketOpen, type TradingHours } from '#domain/market/trading-hours.ts';
import { minuteMs } from '#domain/time.ts';
import { checkDatabase } from '#server/database/open-database.ts';
import { checkReadiness, type ReadinessCheck, type ReadinessState } from '#server/http/check-readiness.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { getDelay, isFresh, type MarketView } from '#server/live/market-view.ts';
import type { LlmModelsApi } from '#server/modules/llm-models/llm-models.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Consumer } from '#server/start/server-module.ts';
import type { Platform } from '#server/start/platform.ts';

export type ReadSystem = () => Promise<SystemState>;

interface ReadSystemDependencies extends Pick<Platform, 'db' | 'clock' | 'marketClock'> {
  readonly market: WatchedMarket;
  readonly jobs: Jobs;
  readonly checks: readonly ReadinessCheck[];
  readonly readConsumers: ReadConsumers;
  readonly processes: { readonly list: () => Promise<SystemProcess[]> };
  readonly broker: { readonly kind: string; readonly state: () => ReadinessState };
  readonly mail: Pick<MailApi, 'countMails' | 'isSending'>;
  readonly record: Pick<RecordApi, 'readState'>;
  readonly llmModels: Pick<LlmModelsApi, 'readUse'>;
  readonly signals: Pick<SignalsApi, 'countOpen'>;
  readonly hours: TradingHours;
  readonly product: { readonly version: string; readonly startedAt: number };
}

/** Settlement takes seconds; a signal that waits longer than this counts as overdue. */
const overdueAfterMs = minuteMs;

export const createReadSystem = (needs: ReadSystemDependencies): ReadSystem => {
  const { db, clock, marketClock, product } = needs;
  return async () => {
    const overdueSince = new Date(marketClock.now() - overdueAfterMs);
    const [{ checks }, processes, consumers, database, mail, jobs, record, llm, signals] = await Promise.all([
      checkReadiness(needs.checks),
      needs.processes.list(),
      needs.readConsumers(),
      checkDatabase(db.$client),
      readMailState(needs.mail),
      needs.jobs.backlog().catch(() => null),
      needs.record.readState(),
      needs.llmModels.readUse(),
      needs.signals.countOpen(overdueSince),
    ]);
    return {
      now: toInstant(clock.now()),
      version: product.version,
      startedAt: toInstant(product.startedAt),
      processes,
      checks: [{ name: 'database', state: database.state }, ...checks],
      database: { answerMs: database.answerMs },
      feed: getFeedState(needs.market, needs.hours, marketClock.now()),
      broker: { kind: needs.broker.kind, state: needs.broker.state() },
      mail,
      consumers,
      jobs,
      record,
      llm,
      signals,
    };
  };
};

async function readMailState({ countMails, isSending }: ReadSystemDependencies['mail']): Promise<SystemState['mail']> {
  const { counts, oldestQueuedAt } = await countMails();
  return {
    isSending,
    waiting: counts.queued,
    oldestWaitingAt: toInstantOrNull(oldestQueuedAt),
    failed: counts.refused + counts.given_up,
  };
}

export type WatchedMarket = Pick<MarketView, 'feed' | 'feedState' | 'lastTick' | 'counts'>;

/** State of the feed at `now`, milliseconds of market time. */
function getFeedState(market: WatchedMarket, hours: TradingHours, now: number): SystemState['feed'] {
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

type ReadConsumers = () => Promise<ConsumerBacklog[] | null>;

/** How late each consumer is; null while the database does not answer. */
export const createReadConsumers =
  (jobs: Jobs, consumers: readonly Consumer[]): ReadConsumers =>
  async () => {
    const all = [consumerOfJobs(jobs), ...consumers];
    return Promise.all(all.map(async ({ name, readBacklog }) => ({ name, ...(await readBacklog()) }))).catch(
      () => null,
    );
  };

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
