import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import type { Config } from '#server/config.ts';
import { backlogOf } from '#server/start/consumer.ts';
import type { CrashHook } from '#server/start/crash-points.ts';
import type { Database } from '#server/database/connection.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { PastGate } from '#server/live/past-gate.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { CalibrationApi } from '#server/modules/calibration/calibration.api.ts';
import type { EnqueueUserEvents } from '#server/modules/events/events.api.ts';
import type { LimitsApi } from '#server/modules/limits/limits.api.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { countOpenSignals, groupSignalsSince, readUnsettled } from './statistics/count-signals.ts';
import { createSettlement } from './settlement/create-settlement.ts';
import { createSignalRoutes } from './create-signal-routes.ts';
import { loggedTicks } from './settlement/logged-ticks.ts';
import { createModelCatalogue } from './model-catalogue.ts';
import { createListResults } from './own-signals.ts';
import { createReadStats } from './statistics/read-stats.ts';
import type { SignalsApi } from './signals.api.ts';

interface Needs {
  readonly config: Pick<Config, 'access' | 'feed' | 'includeThinHours' | 'payout' | 'tradingHours'>;
  readonly db: Database;
  readonly leaderDb: Database;
  readonly leader: { readonly isLeading: () => boolean };
  readonly engine: LiveEngine;
  readonly market: MarketView;
  readonly past: Pick<PastGate, 'isPlaying'>;
  readonly bus: Pick<Bus, 'notify' | 'onNotice'>;
  readonly models: LoadedModels;
  readonly llmModels: LlmModels;
  readonly jobs: Pick<Jobs, 'send' | 'sendAll' | 'work'>;
  readonly enqueueUserEvents: EnqueueUserEvents;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'adminOnly' | 'recentlyConfirmed' | 'isAdmin' | 'findUser'>;
  readonly traders: Pick<TradersApi, 'requireSignalAccess'>;
  readonly record: Pick<RecordApi, 'readProofs' | 'readStatedSignals'>;
  readonly calibration: Pick<CalibrationApi, 'estimateCalibratedAt'>;
  readonly limits: LimitsApi;
  /** The wall's. */
  readonly clock: Clock;
  readonly marketClock: Clock;
  readonly scheduler: Scheduler;
  readonly crashPoint: CrashHook;
  readonly log: FastifyBaseLogger;
}

/** Signals from their choice to their settlement, and auto-signal runs. */
export function createSignalsModule(needs: Needs): ServerModule<SignalsApi> {
  const { config, db, models, llmModels, marketClock } = needs;
  const { minBalance, vipBalance } = config.access;
  const catalogue = createModelCatalogue({ ...models, llmModels, minBalance, vipBalance });
  const { tickLog, onSettled, components } = createSettlement({ ...needs, isLeading: needs.leader.isLeading });
  const signals = createSignalRoutes({ ...needs, catalogue });
  const readBacklog = async () => backlogOf(await readUnsettled(db, marketClock.now()), marketClock.now());
  return {
    routes: signals.routes,
    api: {
      catalogue,
      tickLog,
      loggedTicks,
      onSettled,
      countOpen: (overdueSince) => countOpenSignals(db, overdueSince),
      readStats: createReadStats(db),
      listResults: createListResults(db),
      groupSince: (since) => groupSignalsSince(db, since),
    },
    components: [...components, signals.autoRuns],
    consumers: [{ name: 'settlement', readBacklog }],
  };
}
