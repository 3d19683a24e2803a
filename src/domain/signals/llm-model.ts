import type { Duration } from '../market/duration.ts';
import { secondMs } from '../time.ts';
import type { AiModelKey } from './ai-model.ts';
import { latestExpiry } from './entry-window.ts';

/** Models backed by a language model: remote, slow, paid and not always available. */
export const llmModelKeys = ['chatgpt_4o', 'indicators_chatgpt_3.5'] as const satisfies readonly AiModelKey[];
export type LlmModelKey = (typeof llmModelKeys)[number];
export const isLlmModelKey = (key: AiModelKey): key is LlmModelKey => llmModelKeys.some((one) => one === key);

/** Number of settled outcomes from which a language model counts as calibrated. */
export const calibratedFrom = 200;

/** Signals pass an answer on for this long after its decision time. */
export const answerOpenMs = 90 * secondMs;

/** When the last signal that passes on an answer expires at the latest. Milliseconds UTC. */
export const answerExpiry = (minute: number, duration: Duration): number =>
  latestExpiry(minute + answerOpenMs, duration);

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
