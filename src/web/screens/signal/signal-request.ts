import type { Signal } from '#contract/signals.ts';
import { signalAccessErrors } from '#domain/accounts/access.ts';
import { defaultDuration, type PickerDuration, pickerDurations } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { chaseDuration } from '#domain/signals/limits.ts';
import type { ApiError, ApiErrorCode } from '#web/api/api-error.ts';
import type { Stored } from '#web/storage/stored.ts';
import { chaseRoot } from './chase/chase-offer.ts';

export interface ChoiceRequest {
  readonly kind: 'choice';
  readonly model: AiModelKey;
  readonly interval: PickerDuration;
  /** Null: the model chooses the pair. */
  readonly symbol: string | null;
  /** Takes the surest forecast even without an edge, as practice. */
  readonly isPractice?: true;
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
export type SignalRequest = ChoiceRequest | Chase;

/** The answer of a watch to an edge. */
export interface RunMode {
  /** The server takes the signal; otherwise it announces the forecast. */
  readonly take: boolean;
  /** One after another until a limit, not only the next one. */
  readonly isRepeated: boolean;
  readonly limits: Stored<'autoRunLimits'>;
}

export interface Watch {
  readonly request: ChoiceRequest;
  readonly mode: RunMode;
}

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

/** The search for a signal. Instants are of the server clock. */
export type Search =
  | { readonly kind: 'none-yet' }
  | {
      readonly kind: 'searching';
      readonly request: SignalRequest;
      /** The recorded signal, while the needles fold to its direction; null: no answer yet. */
      readonly found: Signal | null;
    }
  /** Nothing had an edge, so an auto run of the server is started. */
  | ({ readonly kind: 'no-signal' } & Watch)
  /** Nothing had an edge, and only this page watches. */
  | ({ readonly kind: 'watching' } & Watch)
  | {
      readonly kind: 'refused';
      readonly request: ChoiceRequest;
      /** When the server answered. */
      readonly at: number;
      readonly apiError: ApiError;
      /** The trader has to complete a step on a screen of its own (signal-flow-content.tsx). */
      readonly isAboutAccess: boolean;
    };

export const isAboutAccess = (code: ApiErrorCode): boolean => signalAccessErrors.some((one) => one === code);
