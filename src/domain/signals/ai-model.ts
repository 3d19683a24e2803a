/** API keys of the selectable models, in the order of the picker. */
export const aiModelKeys = [
  'kurs_ai_v2',
  'chatgpt_4o',
  'kurs_ai_v1',
  'vip',
  '13_squad',
  'indicators_chatgpt_3.5',
  '36trade_ai_plus',
  'manual',
] as const;
export type AiModelKey = (typeof aiModelKeys)[number];
export const isAiModelKey = (value: unknown): value is AiModelKey => aiModelKeys.some((key) => key === value);

const names: Readonly<Record<AiModelKey, string>> = {
  kurs_ai_v2: 'Kurs AI v2',
  chatgpt_4o: 'ChatGPT 4o',
  kurs_ai_v1: 'Kurs AI v1',
  vip: 'VIP Indicator',
  '13_squad': '13% SQUAD',
  'indicators_chatgpt_3.5': 'Indicators + ChatGPT 3.5',
  '36trade_ai_plus': '36Trade AI PLUS',
  manual: 'MANUAL AI',
};
export const aiModelName = (key: AiModelKey): string => names[key];

/** Key and display name of each model, in the order of the picker. */
export const aiModels = aiModelKeys.map((key) => ({ key, name: names[key] }));
