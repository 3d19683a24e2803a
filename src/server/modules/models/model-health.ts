import type { ModelFigures } from '#contract/record.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { ModelCard } from '#domain/signals/model-card.ts';

/** What an administrator sees of a model. Instants in milliseconds UTC of the market, shares of 1. */
export interface ModelHealth {
  readonly key: AiModelKey;
  readonly name: string;
  readonly available: boolean;
  /** Why it is not: a code, or for a model file half a sentence in English. Null while it is available. */
  readonly reason: string | null;
  /** Of the file that was loaded; null for models without one, and where it could not be loaded. */
  readonly version: string | null;
  /** SHA-256 of the model file as the manifest names it, hexadecimal; null for models without one. */
  readonly fileHash: string | null;
  /** What its card says; null for models without one. */
  readonly card: ModelCard | null;
  /** As /api/record/models tells it for the market that runs: `live.shadow`, `live.flagged` and `live.flag` with its reason. */
  readonly live: ModelFigures;
  /** When it last stated anything, also an abstention; null: not since the start. */
  readonly lastForecastAt: number | null;
  /** Mean of the last hour of market time, since the start at most; null before the first minute. */
  readonly forecastsPerMinute: number | null;
  /** Of those forecasts, the share below the model's threshold. */
  readonly abstainedShare: number | null;
}

/** All models, in the order of the picker. */
export type ReadModelHealth = () => Promise<ModelHealth[]>;
