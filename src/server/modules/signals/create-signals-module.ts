import type { Config } from '#server/config.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import { getBacklog } from '#server/start/consumer.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { autoRunsRoutes } from './auto-runs/auto-runs.routes.ts';
import type { StartAutoRun } from './auto-runs/start-auto-run.ts';
import { createSignals, type Signals, type SignalsDependencies } from './create-signals.ts';
import type { IssueSignal } from './issue-signal.ts';
import { createModelCatalogue } from './model-catalogue.ts';
import { createListResults } from './own-signals.ts';
import { createSettlement } from './settlement/create-settlement.ts';
import { loggedTicks } from './settlement/logged-ticks.ts';
import type { SignalsApi } from './signals.api.ts';
import { signalsRoutes } from './signals.routes.ts';
import { adminSignalsRoutes } from './statistics/admin-signals.routes.ts';
import { countOpenSignals, groupSignalsSince, readUnsettled } from './statistics/count-signals.ts';
import { createReadStats } from './statistics/read-stats.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';

interface SignalsModuleDependencies extends Omit<SignalsDependencies, 'platform'> {
  readonly config: SignalsDependencies['config'] & Pick<Config, 'access'>;
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
  const { forecasters, unavailable } = models;
  const catalogue = createModelCatalogue({ forecasters, unavailable, llmModels, minBalance, vipBalance });
  const { tickLog, onSettled, components } = createSettlement(platform);
  const created = createSignals(dependencies, catalogue);
  const { signals, autoRuns } = created;
  const readBacklog = async () => getBacklog(await readUnsettled(db, marketClock.now()), marketClock.now());
  return {
    routes: createSignalsRoutes(created),
    api: {
      issueSignal: signals.issueSignal,
      startAutoRun: autoRuns.useCases.startAutoRun,
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

export const createSignalsRoutes = ({ signals, statistics, autoRuns }: Signals) => [
  signalsRoutes(signals),
  statisticsRoutes(statistics.own),
  adminSignalsRoutes(statistics.administration),
  autoRunsRoutes(autoRuns.useCases),
];
