import type { AiModelKey } from '#domain/signals/ai-model.ts';

/** The models that learnt from data: what each promises of itself was written when it was trained (models/README.md). */
export const modelCards: readonly AiModelKey[] = ['kurs_ai_v2', 'kurs_ai_v1', 'vip', '13_squad', '36trade_ai_plus'];

/** Where anybody reads it. */
export const modelCardPath = (model: AiModelKey): string => `/model-cards/${model}.txt`;
