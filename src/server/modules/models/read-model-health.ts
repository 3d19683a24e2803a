import type { ReadModelFigures } from '#server/modules/record/record.api.ts';
import type { ModelCatalogue } from '#server/modules/signals/signals.api.ts';
import type { ForecastMonitor } from './forecast-monitor.ts';
import type { ReadModelHealth } from './model-health.ts';
import type { ModelMetadata } from './models.api.ts';

export interface ReadHealthDependencies {
  readonly catalogue: Pick<ModelCatalogue, 'entries'>;
  readonly metadata: ModelMetadata;
  readonly monitor: Pick<ForecastMonitor, 'getPace'>;
  readonly readModelFigures: ReadModelFigures;
}

export const createReadModelHealth =
  ({ catalogue, metadata, monitor, readModelFigures }: ReadHealthDependencies): ReadModelHealth =>
  async () => {
    const figures = await readModelFigures({});
    return catalogue.entries().map(({ key, name, available, reason = null }) => {
      const live = figures.find(({ aiModel }) => aiModel === key);
      if (!live) throw new Error(`the record has no figures of ${key}`);
      const { version = null, fileHash = null, card = null } = metadata.get(key) ?? {};
      return { key, name, available, reason, version, fileHash, card, live, ...monitor.getPace(key) };
    });
  };
