import { copyFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelMetadata } from '#server/modules/models/models.api.ts';

const getFolder = (folder: string): string => join(folder, 'models');

export const modelPath = (folder: string, hash: string): string => join(getFolder(folder), `${hash}.json`);

/**
 * Copies the files of the running models beside the record, named by their hash: a forecast stays
 * recomputable when another model has replaced its own.
 */
export async function copyModelFiles(folder: string, metadata: ModelMetadata): Promise<void> {
  await mkdir(getFolder(folder), { recursive: true });
  for (const { file, fileHash } of metadata.values()) {
    const path = modelPath(folder, fileHash);
    await copyFile(file, `${path}.new`);
    await rename(`${path}.new`, path);
  }
}
