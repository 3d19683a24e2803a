import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode } from '#domain/caught-error.ts';
import { computeKeyId } from '#node/notes.ts';
import { replaceFile } from '#node/durable-files.ts';
import { toHex } from '#record/bytes.ts';
import type { VerifierKey } from '#record/signed-note.ts';

/** Named by the key, which identifies the record. */
export const recordFolder = (dataDir: string, key: VerifierKey): string =>
  join(dataDir, 'record', toHex(computeKeyId(key)));

/**
 * The last signed note, saved outside the database, because a database restored to an older state
 * does not have it.
 */
export interface NoteFile {
  /** Null: none is saved. */
  read(): Promise<string | null>;
  save(note: string): Promise<void>;
}

export function openNoteFile(folder: string): NoteFile {
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
