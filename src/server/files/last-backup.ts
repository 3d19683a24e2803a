import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode } from '#domain/caught-error.ts';

/** Touched after each backup that succeeded, by any tool (docs/operating.md). */
const getPath = (dataDir: string): string => join(dataDir, 'last-backup');

export const markBackup = (dataDir: string, at: Date): Promise<void> =>
  writeFile(getPath(dataDir), `${at.toISOString()}\n`);

/** Milliseconds UTC; null: no backup was made. */
export async function readBackupTime(dataDir: string): Promise<number | null> {
  try {
    return (await stat(getPath(dataDir))).mtimeMs;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
