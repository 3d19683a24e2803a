import type { Config } from '#server/config.ts';
import { getBacklog } from '#server/start/consumer.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { CalibrationApi } from '#server/modules/calibration/calibration.api.ts';
import type { LimitsApi } from '#server/modules/limits/limits.api.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { countOpenSignals, groupSignalsSince, readUnsettled } from './statistics/count-signals.ts';
import { createSettlement } from './settlement/create-settlement.ts';
import { createSignalRoutes, type SignalCalls } from './create-signal-routes.ts';
import { loggedTicks } from './settlement/logged-ticks.ts';
import { autoRunQueue } from './auto-runs/auto-run-store.ts';
import { createModelCatalogue } from './model-catalogue.ts';
import { createListResults } from './own-signals.ts';
import { createReadStats } from './statistics/read-stats.ts';
import type { SignalsApi } from './signals.api.ts';

interface SignalsModuleDependencies {
  readonly config: Pick<Config, 'access' | 'feed' | 'includeThinHours' | 'payout' | 'tradingHours'>;
  readonly platform: Platform;
  readonly models: LoadedModels;
  readonly llmModels: LlmModels;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'adminOnly' | 'recentlyConfirmed' | 'isAdmin' | 'findUser'>;
  readonly traders: Pick<TradersApi, 'requireSignalAccess'>;
  readonly record: Pick<RecordApi, 'readProofs' | 'readStatedSignals'>;
  readonly calibration: Pick<CalibrationApi, 'estimateCalibratedAt'>;
  readonly limits: LimitsApi;
}

/** Signals from their choice to their settlement, and auto-signal runs. */
export function createSignalsModule(dependencies: SignalsModuleDependencies): ServerModule<SignalsApi & SignalCalls> {
  const { config, platform, models, llmModels } = dependencies;
  const { db, marketClock } = platform;
  const { minBalance, vipBalance } = config.access;
  const catalogue = createModelCatalogue({ ...models, llmModels, minBalance, vipBalance });
  const { tickLog, onSettled, components } = createSettlement({
    ...platform,
    config,
    isLeading: platform.leader.isLeading,
  });
  const signals = createSignalRoutes({ ...dependencies, catalogue });
  const readBacklog = async () => getBacklog(await readUnsettled(db, marketClock.now()), marketClock.now());
  return {
    routes: signals.routes,
    api: {
      issueSignal: signals.issueSignal,
      startAutoRun: signals.startAutoRun,
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
    queues: [autoRunQueue],
    consumers: [{ name: 'settlement', readBacklog }],
  };
}
