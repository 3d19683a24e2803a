import type { AiModelKey } from './ai-model.ts';

/** The models that ask a language model: outside this machine, slow, paid for, and not always there. */
export const llmModelKeys = ['chatgpt_4o', 'indicators_chatgpt_3.5'] as const satisfies readonly AiModelKey[];
export type LlmModelKey = (typeof llmModelKeys)[number];
export const isLlmModelKey = (key: AiModelKey): key is LlmModelKey => llmModelKeys.some((one) => one === key);

/** From this many settled outcomes on a language model counts as calibrated. */
export const calibratedFrom = 200;

/**
 * The reasons a language model may state: it chooses among them, so that they can be told in every language, and nothing
 * it writes of its own reaches a screen.
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
