import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode } from '#domain/caught-error.ts';
import { replaceFile } from '#node/replace-file.ts';

/**
 * The last signed note, saved outside the database, because a database restored to an older state
 * does not have it.
 */
export interface SignedMemory {
  /** Null: none is saved. */
  read(): Promise<string | null>;
  save(note: string): Promise<void>;
}

export function createSignedMemory(folder: string): SignedMemory {
  const path = join(folder, 'checkpoint.txt');
  return {
    read: async () => {
      try {
        return await readFile(path, 'utf8');
      } catch (error) {
        if (getErrorCode(error) === 'ENOENT') return null;
        throw error;
      }
    },
    save: async (note) => {
      await mkdir(folder, { recursive: true });
      await replaceFile(path, note);
    },
  };
}
