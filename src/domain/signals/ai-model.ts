/** The selectable models: API key and display name, in the order of the picker. */
export const aiModels = [
  { key: 'kurs_ai_v2', name: 'Kurs AI v2' },
  { key: 'chatgpt_4o', name: 'ChatGPT 4o' },
  { key: 'kurs_ai_v1', name: 'Kurs AI v1' },
  { key: 'vip', name: 'VIP Indicator' },
  { key: '13_squad', name: '13% SQUAD' },
  { key: 'indicators_chatgpt_3.5', name: 'Indicators + ChatGPT 3.5' },
  { key: '36trade_ai_plus', name: '36Trade AI PLUS' },
  { key: 'manual', name: 'MANUAL AI' },
] as const;

export type AiModelKey = (typeof aiModels)[number]['key'];
export const aiModelKeys = aiModels.map((model) => model.key) as [AiModelKey, ...AiModelKey[]];
export const isAiModelKey = (value: unknown): value is AiModelKey => aiModelKeys.includes(value as AiModelKey);
export const aiModelName = (key: AiModelKey): string => aiModels.find((model) => model.key === key)?.name ?? key;
