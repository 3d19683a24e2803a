import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type AiModelKey, aiModelKeys } from '#domain/signals/ai-model.ts';
import { createForecaster } from '#engine/forecast/create-forecaster.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import type { LoadedModels } from './models.api.ts';

const ManifestEntry = z.object({
  key: z.enum(aiModelKeys),
  /** File name, next to the manifest. */
  file: z.string().regex(/^[\w.-]+$/),
  /** Of the file's bytes, hexadecimal. */
  sha256: z.string(),
});
export type ManifestEntry = z.infer<typeof ManifestEntry>;

/** `models/manifest.json`: which model files exist, and the hash that each must match. */
export const ModelManifest = z.object({ format: z.literal(1), models: z.array(ManifestEntry) });
export type ModelManifest = z.infer<typeof ModelManifest>;

/** Loads every intact model. A missing, changed or unreadable file disables only its own model. */
export async function loadModels(folder: URL): Promise<LoadedModels> {
  const manifest = await readManifest(folder);
  const loaded: LoadedModels = { forecasters: [], unavailable: [] };
  if (typeof manifest === 'string') {
    for (const key of trainedKeys) loaded.unavailable.push({ key, reason: manifest });
    return loaded;
  }
  for (const entry of manifest.models) {
    try {
      loaded.forecasters.push(await loadModel(folder, entry, loaded.forecasters));
    } catch (error) {
      loaded.unavailable.push({ key: entry.key, reason: getErrorMessage(error) });
    }
  }
  return loaded;
}

/** The models that come from files, even without a manifest that names them. */
const trainedKeys = [
  'kurs_ai_v1',
  'kurs_ai_v2',
  '13_squad',
  '36trade_ai_plus',
  'vip',
] as const satisfies readonly AiModelKey[];

/** The manifest, or the reason why there is none. */
async function readManifest(folder: URL): Promise<ModelManifest | string> {
  try {
    const text = await readFile(new URL('manifest.json', folder), 'utf8');
    return ModelManifest.safeParse(JSON.parse(text)).data ?? 'models/manifest.json is damaged: run npm run train';
  } catch {
    return 'models/manifest.json cannot be read: run npm run train';
  }
}

/** `loaded`: the preceding models of the manifest, which a stack may name as its members. */
async function loadModel(
  folder: URL,
  { key, file, sha256 }: ManifestEntry,
  loaded: readonly LocalForecaster[],
): Promise<LocalForecaster> {
  const bytes = await readFile(new URL(file, folder)).catch(() => {
    throw new Error(`${file} cannot be read`);
  });
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new Error(`${file} is not the trained file: its hash differs from the manifest`);
  }
  const forecaster = createForecaster(bytes.toString('utf8'), loaded);
  if (forecaster.key !== key) throw new Error(`${file} contains the model ${forecaster.key}`);
  return forecaster;
}
