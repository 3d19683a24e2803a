import type { Signal } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { chaseDuration } from '#domain/signals/chase.ts';
import type { PickerDuration } from '#domain/market/duration.ts';

interface Choice {
  readonly kind: 'choice';
  readonly model: AiModelKey;
  readonly interval: PickerDuration;
  /** Null: the model chooses the pair. */
  readonly symbol: string | null;
}

interface Chase {
  readonly kind: 'chase';
  readonly model: AiModelKey;
  readonly interval: typeof chaseDuration;
  readonly symbol: string;
  /** The id of the lost signal. */
  readonly chaseOf: string;
}

/** The request of a search: a signal of the user's choice, or the follow-up of a loss. */
export type SignalRequest = Choice | Chase;
export type ChoiceRequest = Choice;

export const chaseOf = ({ id, aiModel, symbol }: Signal): SignalRequest => ({
  kind: 'chase',
  model: aiModel,
  interval: chaseDuration,
  symbol,
  chaseOf: id,
});
