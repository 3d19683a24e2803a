import type { AiModelKey } from '#domain/signals/ai-model.ts';

/** Phrase names cannot contain the dots and digits of model keys. */
export const modelPhrase = {
  kurs_ai_v2: 'v2',
  chatgpt_4o: 'chatgpt4o',
  kurs_ai_v1: 'v1',
  vip: 'vip',
  '13_squad': 'squad',
  'indicators_chatgpt_3.5': 'indicators',
  '36trade_ai_plus': 'trade36',
  manual: 'manual',
} as const satisfies Record<AiModelKey, string>;
