import type { AiModelKey } from '#domain/signals/ai-model.ts';

/** Public URL of the card. */
export const modelCardPath = (model: AiModelKey): string => `/model-cards/${model}.txt`;
