import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type AiModelKey, isAiModelKey } from '#domain/signals/ai-model.ts';
import { createForecaster } from '#engine/forecast/create-forecaster.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { LoadedModels } from './models.api.ts';

/** `models/manifest.json`: which model files exist, and the hash that each must match. */
export interface ModelManifest {
  readonly format: 1;
  readonly models: readonly ManifestEntry[];
}

export interface ManifestEntry {
  readonly key: AiModelKey;
  /** File name, next to the manifest. */
  readonly file: string;
  /** Of the file's bytes, hexadecimal. */
  readonly sha256: string;
}

/**
 * Loads every intact model. A missing, changed or unreadable file disables only its own model
 * (F42).
 */
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
      loaded.unavailable.push({ key: entry.key, reason: (error as Error).message });
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
    const manifest = JSON.parse(await readFile(new URL('manifest.json', folder), 'utf8')) as ModelManifest;
    return isManifest(manifest) ? manifest : 'models/manifest.json is damaged: run npm run train';
  } catch {
    return 'models/manifest.json cannot be read: run npm run train';
  }
}

const isManifest = (manifest: Partial<ModelManifest> | null): manifest is ModelManifest =>
  manifest?.format === 1 &&
  Array.isArray(manifest.models) &&
  (manifest.models as Partial<ManifestEntry>[]).every(
    ({ key, file, sha256 }) => isAiModelKey(key) && /^[\w.-]+$/.test(file ?? '') && typeof sha256 === 'string',
  );

/** `others`: the preceding models of the manifest, which a stack may name as its members. */
async function loadModel(
  folder: URL,
  { key, file, sha256 }: ManifestEntry,
  others: readonly LocalForecaster[],
): Promise<LocalForecaster> {
  const bytes = await readFile(new URL(file, folder)).catch(() => {
    throw new Error(`${file} cannot be read`);
  });
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new Error(`${file} is not the file that was trained: its hash differs from the manifest's`);
  }
  const forecaster = createForecaster(bytes.toString('utf8'), others);
  if (forecaster.key !== key) throw new Error(`${file} holds the model ${forecaster.key}`);
  return forecaster;
}
