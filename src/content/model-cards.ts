import type { AiModelKey } from '#domain/signals/ai-model.ts';

/**
 * Models trained on data. The figures of each card were written at training time
 * (models/README.md).
 */
export const modelCards: readonly AiModelKey[] = ['kurs_ai_v2', 'kurs_ai_v1', 'vip', '13_squad', '36trade_ai_plus'];

/** Public URL of the card. */
export const modelCardPath = (model: AiModelKey): string => `/model-cards/${model}.txt`;
