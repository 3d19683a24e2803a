import { readFile } from 'node:fs/promises';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { ModelCard } from '#domain/signals/model-card.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import { parseModelFile } from '#engine/forecast/model-file.ts';
import { loadModels, ModelManifest } from './load-models.ts';
import type { ModelMetadata, ModelMetadataEntry, OpenedModels } from './models.api.ts';
import { parseModelCard } from './parse-model-card.ts';

/** The models of this folder, with what their cards promise. */
export async function openModels(folder: URL): Promise<OpenedModels> {
  const loaded = await loadModels(folder);
  return { ...loaded, metadata: await readModelMetadata(folder, loaded.forecasters) };
}

/** Metadata of the models that were loaded from this folder. */
export async function readModelMetadata(folder: URL, loaded: readonly LocalForecaster[]): Promise<ModelMetadata> {
  if (loaded.length === 0) return new Map();
  const manifest = ModelManifest.parse(JSON.parse(await readFile(new URL('manifest.json', folder), 'utf8')));
  const metadata = manifest.models.map(async ({ key, file, sha256 }): Promise<[AiModelKey, ModelMetadataEntry][]> => {
    const version = loaded.find((forecaster) => forecaster.key === key)?.version;
    if (version === undefined) return [];
    const card = await readCard(folder, file);
    return [[key, { version, file: new URL(file, folder), fileHash: sha256, card }]];
  });
  return new Map((await Promise.all(metadata)).flat());
}

/** `kurs_ai_v2.json` has `kurs_ai_v2.card.md` next to it. */
async function readCard(folder: URL, file: string): Promise<ModelCard | null> {
  try {
    const card = await readFile(new URL(file.replace(/\.json$/, '.card.md'), folder), 'utf8');
    return parseModelCard(card, parseModelFile(await readFile(new URL(file, folder), 'utf8')));
  } catch {
    return null;
  }
}
