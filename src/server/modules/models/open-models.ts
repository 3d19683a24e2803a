import { loadModels } from './load-models.ts';
import type { OpenedModels } from './models.api.ts';
import { readModelMetadata } from './read-model-metadata.ts';

/** The models of this folder, with what their cards promise. */
export async function openModels(folder: URL): Promise<OpenedModels> {
  const loaded = await loadModels(folder);
  return { ...loaded, metadata: await readModelMetadata(folder, loaded.forecasters) };
}
