import { secondMs } from '../time.ts';

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

/** Models backed by a language model: remote, slow, paid and not always available. */
export const llmModelKeys = ['chatgpt_4o', 'indicators_chatgpt_3.5'] as const satisfies readonly AiModelKey[];
export type LlmModelKey = (typeof llmModelKeys)[number];
export const isLlmModelKey = (key: AiModelKey): key is LlmModelKey => llmModelKeys.some((one) => one === key);

/** Number of settled outcomes from which a language model counts as calibrated. */
export const calibratedFrom = 200;

/** Signals pass an answer on for this long after its decision time. */
export const answerOpenMs = 90 * secondMs;

/**
 * The reasons a language model may state. It selects from this list, so that they can be translated
 * and none of its own text is displayed.
 */
export const llmReasons = [
  'rising',
  'falling',
  'rise_slowing',
  'fall_slowing',
  'overbought',
  'oversold',
  'near_high',
  'near_low',
  'broke_above',
  'broke_below',
  'calm',
  'lively',
  'contradictory',
  'no_pattern',
] as const;
export type LlmReason = (typeof llmReasons)[number];
