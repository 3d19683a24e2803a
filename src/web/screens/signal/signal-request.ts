import type { Signal } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { chaseDuration } from '#domain/signals/chase.ts';
import type { PickerDuration } from '#domain/market/duration.ts';

interface Practicable {
  /** Takes the surest forecast even without an edge, as practice. */
  readonly isPractice?: true;
}

interface Choice extends Practicable {
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
export type SignalRequest = Choice | Best | Chase;
export type ChoiceRequest = Choice;

export const bestOfAll: SignalRequest = { kind: 'best' };

export const choiceOf = (aiModel: AiModelKey, interval: PickerDuration): ChoiceRequest => ({
  kind: 'choice',
  model: aiModel,
  interval,
  symbol: null,
});

export const chaseOf = ({ id, aiModel, symbol }: Signal): SignalRequest => ({
  kind: 'chase',
  model: aiModel,
  interval: chaseDuration,
  symbol,
  chaseOf: id,
});

/** The pair of a request; null: the model chooses it. */
export const pairOf = (request: SignalRequest): string | null => (request.kind === 'best' ? null : request.symbol);
