import { secondMs } from '#domain/time.ts';
import type { Duration } from '#domain/market/duration.ts';

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

/** Models that `npm run train` writes: each a file with its card. */
export const isTrainedModelKey = (key: AiModelKey): key is Exclude<AiModelKey, LlmModelKey | 'manual'> =>
  key !== 'manual' && !isLlmModelKey(key);
export const trainedModelKeys: readonly AiModelKey[] = aiModelKeys.filter(isTrainedModelKey);

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

/** A share of 1 with its confidence interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Results of a model's signals in the months held out from training, by duration. */
export interface CardSignals extends Interval {
  readonly duration: Duration;
  readonly count: number;
  /** Shares of 1: the mean stated probability, and the real win rate with its 95 % interval. */
  readonly stated: number;
  readonly real: number;
}

/** The signals by day, and what was left of them when calibrated day by day. */
export interface CardDay extends CardSignals {
  /** Its interval follows from the spread between hours. Null: too few for a rate. */
  readonly calibrated: (Interval & { readonly count: number; readonly real: number }) | null;
}

/**
 * Real minus stated in the folds on which the calibration was fitted, by step of the stated
 * probability.
 */
export interface CardStep extends Interval {
  /** Start of the step, percent. */
  readonly from: number;
  readonly count: number;
}

/** Figures stated by a model's card and file. */
export interface ModelCard {
  readonly trainedOn: { readonly pairs: readonly string[]; readonly from: string; readonly to: string };
  readonly keptOut: { readonly from: string; readonly to: string };
  readonly signals: readonly CardSignals[];
  /** The same by day (03:00 to 16:00 New York), for durations with signals in those hours. */
  readonly byDay: readonly CardDay[];
  readonly steps: readonly CardStep[];
}
