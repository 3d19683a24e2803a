import type { Config } from '#server/config.ts';
import { getBacklog } from '#server/start/consumer.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { type AutoRunStoreDependencies, createAutoRunStore } from './auto-runs/auto-run-store.ts';
import { type AutoRunsDependencies, createAutoRuns } from './auto-runs/create-auto-runs.ts';
import type { StartAutoRun } from './auto-runs/start-auto-run.ts';
import { createIssuing, type IssuingDependencies } from './create-issuing.ts';
import type { IssueSignal } from './issue-signal.ts';
import { createModelCatalogue } from './model-catalogue.ts';
import { createListResults } from './own-signals.ts';
import { createSettlement } from './settlement/create-settlement.ts';
import { loggedTicks } from './settlement/logged-ticks.ts';
import type { SignalsApi } from './signals.api.ts';
import { countOpenSignals, groupSignalsSince, readUnsettled } from './statistics/count-signals.ts';
import { createStatisticsRoutes, type StatisticsDependencies } from './statistics/create-statistics-routes.ts';
import { createReadStats } from './statistics/read-stats.ts';

type SignalDependencies = AutoRunStoreDependencies &
  Omit<IssuingDependencies, 'runs'> &
  Omit<AutoRunsDependencies, 'issueSignal' | 'runs'> &
  StatisticsDependencies;

interface SignalsModuleDependencies extends Omit<SignalDependencies, 'catalogue' | 'platform'> {
  readonly config: SignalDependencies['config'] & Pick<Config, 'access'>;
  readonly platform: Platform;
  readonly models: LoadedModels;
}

/** Signals from their choice to their settlement, and auto-signal runs. */
export function createSignalsModule(
  dependencies: SignalsModuleDependencies,
): ServerModule<SignalsApi & { readonly issueSignal: IssueSignal; readonly startAutoRun: StartAutoRun }> {
  const { config, platform, models, llmModels } = dependencies;
  const { db, marketClock } = platform;
  const { minBalance, vipBalance } = config.access;
  const catalogue = createModelCatalogue({ ...models, llmModels, minBalance, vipBalance });
  const { tickLog, onSettled, components } = createSettlement({
    ...platform,
    config,
    isLeading: platform.leader.isLeading,
  });
  const { routes, issueSignal, autoRuns } = createSignals({ ...dependencies, catalogue });
  const readBacklog = async () => getBacklog(await readUnsettled(db, marketClock.now()), marketClock.now());
  return {
    routes,
    api: {
      issueSignal,
      startAutoRun: autoRuns.startAutoRun,
      catalogue,
      tickLog,
      loggedTicks,
      onSettled,
      countOpen: (overdueSince) => countOpenSignals(db, overdueSince),
      readStats: createReadStats(db),
      listResults: createListResults(db),
      groupSince: (since) => groupSignalsSince(db, since),
    },
    components: [...components, autoRuns.component],
    queues: [autoRuns.queue],
    consumers: [{ name: 'settlement', readBacklog }],
  };
}

/** Everything but their settlement. */
export function createSignals(dependencies: SignalDependencies) {
  const runs = createAutoRunStore(dependencies);
  const { issueSignal, routes } = createIssuing({ ...dependencies, runs });
  const autoRuns = createAutoRuns({ ...dependencies, issueSignal, runs });
  return {
    issueSignal,
    autoRuns,
    routes: [...routes, ...createStatisticsRoutes(dependencies), ...autoRuns.routes],
  };
}
