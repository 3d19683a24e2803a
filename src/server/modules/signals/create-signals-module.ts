import type { Config } from '#server/config.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import { getBacklog, type ServerModule } from '#server/start/server-module.ts';
import type { Platform } from '#server/start/platform.ts';
import { autoRunsRoutes } from './auto-runs/auto-runs.routes.ts';
import type { AutoRunsUseCases } from './auto-runs/create-auto-runs.ts';
import { createSignals, type Signals, type SignalsDependencies } from './create-signals.ts';
import type { IssueSignal } from './issue-signal.ts';
import { createListResults } from './own-signals.ts';
import { createSettlement } from './settlement/create-settlement.ts';
import type { SignalsApi, DecidingTicks, ReadLoggedTicks, ModelCatalogue, ModelEntry } from './signals.api.ts';
import { signalsRoutes } from './signals.routes.ts';
import { adminSignalsRoutes, statisticsRoutes } from './statistics/statistics.routes.ts';
import { countOpenSignals, groupSignalsSince, readUnsettled } from './statistics/count-signals.ts';
import { createReadStats } from './statistics/read-stats.ts';
import { limits } from '#domain/signals/limits.ts';
import { findFirstTicks, findLastTicks, tickKey, toDecidingTick } from './settlement/ticks.repository.ts';
import { type AiModelKey, aiModelKeys, aiModelName } from '#domain/signals/ai-model.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import { apiError } from '#server/http/api-error.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';

interface SignalsModuleDependencies extends Omit<SignalsDependencies, 'platform'> {
  readonly config: SignalsDependencies['config'] & Pick<Config, 'access'>;
  readonly platform: Platform;
  readonly models: LoadedModels;
}

/** Signals from their choice to their settlement, and auto-signal runs. */
export function createSignalsModule(
  dependencies: SignalsModuleDependencies,
): ServerModule<SignalsApi & Pick<AutoRunsUseCases, 'startAutoRun'> & { readonly issueSignal: IssueSignal }> {
  const { config, platform, models, llmModels } = dependencies;
  const { db, marketClock } = platform;
  const { minBalance, vipBalance } = config.access;
  const { forecasters, unavailable } = models;
  const catalogue = createModelCatalogue({ forecasters, unavailable, llmModels, minBalance, vipBalance });
  const { tickLog, onSettled, components } = createSettlement(platform, dependencies.record);
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
      onFound: autoRuns.onFound,
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

/** The tick log of signals, as read by shadow forecasts. */
export const loggedTicks: ReadLoggedTicks = (tx, feed) => {
  const readWith =
    (find: typeof findFirstTicks, windowMs: number): DecidingTicks['first'] =>
    async (wanted) => {
      const places = wanted.map(({ symbol, at }) => ({ feed, symbol, at: new Date(at) }));
      const found = await find(tx, places, windowMs);
      return wanted.map(({ symbol, at }) => {
        const row = found.get(tickKey(feed, symbol, at));
        return row ? toDecidingTick(row) : null;
      });
    };
  return {
    first: readWith(findFirstTicks, limits.entryTickWithinMs),
    last: readWith(findLastTicks, limits.closingTickMaxAgeMs),
  };
};

interface ModelCatalogueDependencies {
  readonly forecasters: readonly Forecaster[];
  readonly unavailable: readonly { readonly key: AiModelKey; readonly reason: string }[];
  readonly llmModels: Pick<LlmModels, 'availability'>;
  readonly minBalance: number;
  readonly vipBalance: number;
}

/** Models of the contract that this version does not implement yet. */
const notBuiltYet = 'not_ready';

export function createModelCatalogue({
  forecasters,
  unavailable,
  llmModels,
  minBalance,
  vipBalance,
}: ModelCatalogueDependencies): ModelCatalogue {
  const local = forecasters.map((forecaster) => forecaster.key);
  const getReason = (key: AiModelKey): string | null => {
    if (local.includes(key) || (key === 'manual' && local.length > 0)) return null;
    const llm = llmModels.availability().find((model) => model.key === key);
    if (llm?.available) return null;
    if (llm?.reason) return llm.reason;
    return unavailable.find((model) => model.key === key)?.reason ?? notBuiltYet;
  };
  const getSettled = (key: AiModelKey): Pick<ModelEntry, 'settledAnswers'> => {
    const settledAnswers = llmModels.availability().find((model) => model.key === key)?.settledAnswers;
    return settledAnswers === undefined ? {} : { settledAnswers };
  };
  const toEntry = (key: AiModelKey): ModelEntry => {
    const reason = getReason(key);
    const requiredBalance = key === 'vip' ? vipBalance : minBalance;
    const base = { key, name: aiModelName(key), minBalance: requiredBalance, ...getSettled(key) };
    return reason === null ? { ...base, available: true } : { ...base, available: false, reason };
  };
  return {
    entries: () => aiModelKeys.map(toEntry),
    localModels: () => local,
    requireAvailable: (key) => {
      const { available, reason } = toEntry(key);
      if (!available) throw apiError('model_unavailable', { details: { aiModel: key, reason }, retryAfterS: 60 });
    },
  };
}
