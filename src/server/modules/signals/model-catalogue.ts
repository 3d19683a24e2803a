import { type AiModelKey, aiModelKeys, aiModelName } from '#domain/signals/ai-model.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import { apiError } from '#server/http/api-error.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';
import type { ModelCatalogue, ModelEntry } from './signals.api.ts';

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
