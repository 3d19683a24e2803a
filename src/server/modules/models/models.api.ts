import type { AiModelKey, ModelCard } from '#domain/signals/ai-model.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';

/** `reason`: a sentence fragment for the log. */
export interface UnavailableModel {
  readonly key: AiModelKey;
  readonly reason: string;
}

/** A loaded model file and the content of its card. */
export interface ModelMetadataEntry {
  readonly version: string;
  readonly file: URL;
  /** SHA-256 of its bytes, hex. */
  readonly fileHash: string;
  /** Null: there is no card next to the file, or it cannot be parsed. */
  readonly card: ModelCard | null;
}

export type ModelMetadata = ReadonlyMap<AiModelKey, ModelMetadataEntry>;

export interface LoadedModels {
  readonly forecasters: readonly LocalForecaster[];
  /** Of those that were loaded. */
  readonly metadata: ModelMetadata;
  readonly unavailable: readonly UnavailableModel[];
}
