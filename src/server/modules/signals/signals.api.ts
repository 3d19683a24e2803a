import type { AiModelKey } from '#domain/signals/ai-model.ts';

export interface ModelEntry {
  readonly key: AiModelKey;
  readonly name: string;
  readonly available: boolean;
  /** Reason for being unavailable: a code that the screens translate. */
  readonly reason?: string;
  readonly minBalance: number;
  /** For a language model: the number of its settled forecasts. */
  readonly settledAnswers?: number;
}

/**
 * Which models are available, and why the others are not. An unavailable model is never silently
 * replaced.
 */
export interface ModelCatalogue {
  entries(): readonly ModelEntry[];
  /** Models that forecast every minute in this process. */
  localModels(): readonly AiModelKey[];
  requireAvailable(key: AiModelKey): void;
}
