import type { ModelFigures } from '#contract/record/record.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { ModelCard } from '#domain/signals/model-card.ts';
import type { ReadModelFigures } from '#server/modules/record/record.api.ts';
import type { ModelCatalogue } from '#server/modules/signals/signals.api.ts';
import type { ForecastMonitor } from './forecast-monitor.ts';
import type { ModelMetadata } from './models.api.ts';

/** What an administrator sees of a model. Instants in milliseconds UTC of the market, shares of 1. */
export interface ModelHealth {
  readonly key: AiModelKey;
  readonly name: string;
  readonly available: boolean;
  /**
   * Why it is not available: a code, or for a model file a sentence fragment in English. Null while
   * it is available.
   */
  readonly reason: string | null;
  /** Version of the loaded file; null for models without one, and where it could not be loaded. */
  readonly version: string | null;
  /** SHA-256 of the model file as the manifest names it, hexadecimal; null for models without one. */
  readonly fileHash: string | null;
  /** Content of its card; null for models without one. */
  readonly card: ModelCard | null;
  /**
   * As /api/record/models returns it for the current market: `live.shadow`, `live.flagged` and
   * `live.flag` with its reason.
   */
  readonly live: ModelFigures;
  /** Time of its last forecast, including abstentions; null: none since the start. */
  readonly lastForecastAt: number | null;
  /**
   * Mean over the last hour of market time, at most since the start; null before the first minute.
   */
  readonly forecastsPerMinute: number | null;
  /** Share of those forecasts below the model's threshold. */
  readonly abstainedShare: number | null;
}

/** All models, in the order of the picker. */
export type ReadModelHealth = () => Promise<ModelHealth[]>;

interface ReadHealthDependencies {
  readonly catalogue: Pick<ModelCatalogue, 'entries'>;
  readonly metadata: ModelMetadata;
  readonly monitor: Pick<ForecastMonitor, 'getPace'>;
  readonly readModelFigures: ReadModelFigures;
}

export const createReadModelHealth =
  ({ catalogue, metadata, monitor, readModelFigures }: ReadHealthDependencies): ReadModelHealth =>
  async () => {
    const { models: figures } = await readModelFigures({});
    return catalogue.entries().map(({ key, name, available, reason = null }) => {
      const live = figures.find(({ aiModel }) => aiModel === key);
      if (!live) throw new Error(`the record has no figures of ${key}`);
      const { version = null, fileHash = null, card = null } = metadata.get(key) ?? {};
      return { key, name, available, reason, version, fileHash, card, live, ...monitor.getPace(key) };
    });
  };
