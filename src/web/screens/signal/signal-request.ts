import type { Signal } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { chaseDuration } from '#domain/signals/limits.ts';
import { defaultDuration, type PickerDuration, pickerDurations } from '#domain/market/duration.ts';
import { chaseRoot } from './chase/chase-offer.ts';

interface Practicable {
  /** Takes the surest forecast even without an edge, as practice. */
  readonly isPractice?: true;
}

export interface ChoiceRequest extends Practicable {
  readonly kind: 'choice';
  readonly model: AiModelKey;
  readonly interval: PickerDuration;
  /** Null: the model chooses the pair. */
  readonly symbol: string | null;
}

interface Best extends Practicable {
  readonly kind: 'best';
}

interface Chase extends Practicable {
  readonly kind: 'chase';
  readonly model: AiModelKey;
  readonly interval: typeof chaseDuration;
  readonly symbol: string;
  /** The id of the lost signal. */
  readonly chaseOf: string;
}

/**
 * The request of a search: a signal of the user's choice, the best one of all models and durations,
 * or the follow-up of a loss.
 */
export type SignalRequest = ChoiceRequest | Best | Chase;

export const bestOfAll: SignalRequest = { kind: 'best' };

export const toChoice = (aiModel: AiModelKey, interval: PickerDuration): ChoiceRequest => ({
  kind: 'choice',
  model: aiModel,
  interval,
  symbol: null,
});

/**
 * Another signal like this one: its model and duration, and of a chase those with which its chain
 * began. The pair is the trader's only for the manual model.
 */
export function toRepeat(signal: Signal, signals: readonly Signal[]): ChoiceRequest {
  const root = chaseRoot(signal, signals);
  const { aiModel, duration, symbol } = signals.find(({ id }) => id === root) ?? signal;
  const interval = pickerDurations.find((one) => one === duration) ?? defaultDuration;
  return { ...toChoice(aiModel, interval), symbol: aiModel === 'manual' ? symbol : null };
}

export const toChase = ({ id, aiModel, symbol }: Signal): SignalRequest => ({
  kind: 'chase',
  model: aiModel,
  interval: chaseDuration,
  symbol,
  chaseOf: id,
});

/** The pair of a request; null: the model chooses it. */
export const getPair = (request: SignalRequest): string | null => (request.kind === 'best' ? null : request.symbol);
