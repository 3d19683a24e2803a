import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#domain/read-error.ts';
import { syncFolder } from './sync-folder.ts';

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
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
    save: async (note) => {
      await mkdir(folder, { recursive: true });
      // Unique: another process on this folder may be writing too.
      const written = `${path}.${randomUUID()}`;
      await writeThrough(written, note);
      await rename(written, path);
      await syncFolder(folder);
    },
  };
}

/**
 * Flushed to disk before it replaces the old file: a power cut leaves one of the two, never a
 * partial one.
 */
async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
