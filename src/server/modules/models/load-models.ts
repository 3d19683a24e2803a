import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type AiModelKey, aiModelKeys } from '#domain/signals/ai-model.ts';
import type { ModelCard } from '#domain/signals/model-card.ts';
import { createForecaster } from '#engine/forecast/create-forecaster.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import { parseModelFile } from '#engine/forecast/model-file.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import type { LoadedModels, ModelMetadataEntry, UnavailableModel } from './models.api.ts';
import { parseModelCard } from './parse-model-card.ts';

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

/**
 * Loads every intact model, with what its card promises. A missing, changed or unreadable file
 * disables only its own model and a stack that has it as a member.
 */
export async function loadModels(folder: URL): Promise<LoadedModels> {
  const manifest = await readManifest(folder);
  if (typeof manifest === 'string') {
    const unavailable = trainedKeys.map((key) => ({ key, reason: manifest }));
    return { forecasters: [], metadata: new Map(), unavailable };
  }
  const forecasters: LocalForecaster[] = [];
  const metadata = new Map<AiModelKey, ModelMetadataEntry>();
  const unavailable: UnavailableModel[] = [];
  for (const entry of manifest.models) {
    const { key, file, sha256: fileHash } = entry;
    try {
      const text = await readModelFile(folder, entry);
      const forecaster = createForecaster(text, forecasters);
      if (forecaster.key !== key) throw new Error(`${file} contains the model ${forecaster.key}`);
      forecasters.push(forecaster);
      const card = await readCard(new URL(file.replace(/\.json$/, '.card.md'), folder), text);
      metadata.set(key, { version: forecaster.version, file: new URL(file, folder), fileHash, card });
    } catch (error) {
      unavailable.push({ key, reason: getErrorMessage(error) });
    }
  }
  return { forecasters, metadata, unavailable };
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

async function readModelFile(folder: URL, { file, sha256 }: ManifestEntry): Promise<string> {
  const bytes = await readFile(new URL(file, folder)).catch(() => {
    throw new Error(`${file} cannot be read`);
  });
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new Error(`${file} is not the trained file: its hash differs from the manifest`);
  }
  return bytes.toString('utf8');
}

/** `kurs_ai_v2.json`, whose text is `file`, has `kurs_ai_v2.card.md` next to it. */
async function readCard(path: URL, file: string): Promise<ModelCard | null> {
  try {
    return parseModelCard(await readFile(path, 'utf8'), parseModelFile(file));
  } catch {
    return null;
  }
}
