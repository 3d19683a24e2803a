import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { ModelFile } from '#engine/forecast/model-file.ts';
import type { ManifestEntry, ModelManifest } from '#server/modules/models/load-models.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The version states the end of the training data and a prefix of the hash of the model's content.
 */
export function versioned<T extends ModelFile>(draft: Omit<T, 'version'>, learntUntil: number): T {
  const until = new Date(learntUntil).toISOString().slice(0, 10);
  return { ...draft, version: `${until}.${sha256(JSON.stringify(draft)).slice(0, 8)}` } as unknown as T;
}

export interface WrittenModel {
  readonly file: ModelFile;
  readonly card: string;
  /** SVG beside the card; null: no held-out data. */
  readonly plot: string | null;
}

/** Writes each model file, its card and the manifest into the folder. */
export async function writeModels(folder: string, models: readonly WrittenModel[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const entries: ManifestEntry[] = [];
  for (const { file, card, plot } of models) {
    const text = `${JSON.stringify(file)}\n`;
    const name = `${file.key}.json`;
    await writeFile(`${folder}/${name}`, text);
    await writeFile(`${folder}/${file.key}.card.md`, card);
    if (plot !== null) await writeFile(`${folder}/${file.key}.calibration.svg`, plot);
    entries.push({ key: file.key, file: name, sha256: sha256(text) });
  }
  const manifest: ModelManifest = { format: 1, models: entries };
  await writeFile(`${folder}/manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`);
}
