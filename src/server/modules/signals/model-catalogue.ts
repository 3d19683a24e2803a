import type { Language } from '#domain/language.ts';
import { type AiModelKey, aiModelKeys, aiModelName } from '#domain/signals/ai-model.ts';
import { apiError } from '#server/http/api-error.ts';
import type { ModelEntry } from './signals.api.ts';
import type { SignalsContext } from './signals-context.ts';

/** Models that forecast every minute in this process, and that the operator has not switched off. */
export const listLocalModels = ({ models, site }: SignalsContext): readonly AiModelKey[] =>
  models.forecasters.map(({ key }) => key).filter((key) => site.whyOff(key) === null);

/** Which models are available, and why the others are not. */
export const listModels = (ctx: SignalsContext): readonly ModelEntry[] => aiModelKeys.map((key) => toEntry(ctx, key));

/** An unavailable model is never silently replaced. */
export function requireAvailable(ctx: SignalsContext, key: AiModelKey): void {
  const { available, reason, reasonText: off } = toEntry(ctx, key);
  if (available) return;
  const details = { aiModel: key, reason };
  if (!off) throw apiError('model_unavailable', { details, retryAfterS });
  throw apiError('model_unavailable', {
    phrase: 'model_switched_off',
    params: (lang) => ({ reason: off[lang] }),
    details: (lang: Language) => ({ ...details, text: off[lang] }),
    retryAfterS,
  });
}

const retryAfterS = 60;

function toEntry(ctx: SignalsContext, key: AiModelKey): ModelEntry {
  const { minBalance, vipBalance, vipFreeUntil } = ctx.config.access;
  const isVipFree = vipFreeUntil !== null && ctx.clock.now() < vipFreeUntil;
  const reasonText = ctx.site.whyOff(key);
  const reason = reasonText ? 'switched_off' : findReason(ctx, key);
  const settledAnswers = findLlm(ctx, key)?.settledAnswers;
  return {
    key,
    name: aiModelName(key),
    // While it is free the VIP model needs nothing beyond signal access.
    minBalance: key === 'vip' ? (isVipFree ? 0 : vipBalance) : minBalance,
    available: reason === null,
    ...(reason !== null && { reason }),
    ...(reasonText && { reasonText }),
    ...(settledAnswers !== undefined && { settledAnswers }),
  };
}

/** The manual model is unavailable while no local model has a forecast that it could pass on. */
const noLocalModel = 'not_ready';

/** Why a model is not available; null: it is. */
function findReason(ctx: SignalsContext, key: AiModelKey): string | null {
  const local = listLocalModels(ctx);
  if (local.includes(key) || (key === 'manual' && local.length > 0)) return null;
  const llm = findLlm(ctx, key);
  if (llm?.available) return null;
  return llm?.reason ?? ctx.models.unavailable.find((model) => model.key === key)?.reason ?? noLocalModel;
}

const findLlm = ({ llmModels }: SignalsContext, key: AiModelKey) =>
  llmModels.availability().find((model) => model.key === key);
