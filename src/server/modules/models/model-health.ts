import type { AdminModel } from '#contract/admin/models.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { ModelCard } from '#domain/signals/model-card.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
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
  /** Of the whole record, and what contradicts the card; null: nothing. */
  readonly figures: AdminModel['figures'];
  readonly flag: AdminModel['flag'];
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
  readonly readModel: RecordApi['readModel'];
}

export const createReadModelHealth =
  ({ catalogue, metadata, monitor, readModel }: ReadHealthDependencies): ReadModelHealth =>
  () =>
    Promise.all(
      catalogue.entries().map(async ({ key, name, available, reason = null }) => {
        const { version = null, fileHash = null, card = null } = metadata.get(key) ?? {};
        const live = await readModel(key);
        return { key, name, available, reason, version, fileHash, card, ...live, ...monitor.getPace(key) };
      }),
    );
