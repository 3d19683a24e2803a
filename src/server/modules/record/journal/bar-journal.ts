import { createHash } from 'node:crypto';
import { access, mkdir, open, readFile } from 'node:fs/promises';
import { getErrorCode } from '#domain/caught-error.ts';
import { syncFolder } from '#node/sync-folder.ts';
import { join } from 'node:path';
import { RecordError } from '../sign/record-key.ts';

/**
 * The lines of bars that minutes name, in a file for each UTC day beside the database: a database
 * restored to an older state gets the later lines from it. A line is found by its hash, so one that
 * was written twice, or never finished, does no harm.
 */
export type BarJournal = ReturnType<typeof createBarJournal>;

export function createBarJournal(folder: string) {
  return {
    /** On disk when it resolves. */
    append: async (day: string, lines: readonly string[]): Promise<void> => {
      if (lines.length === 0) return;
      await mkdir(folder, { recursive: true });
      const file = await open(barJournalPath(folder, day), 'a');
      try {
        // The line break comes first, so that a line which was never finished spoils no other.
        await file.writeFile(lines.map((line) => `\n${line}`).join(''));
        await file.datasync();
      } finally {
        await file.close();
      }
      await syncFolder(folder);
    },
    /** The lines of a day by their SHA-256, hexadecimal. Throws RecordError. */
    read: async (day: string): Promise<ReadonlyMap<string, string>> => {
      const lines = (await readJournal(barJournalPath(folder, day))).split('\n');
      return new Map(lines.map((line) => [hashOfBarLine(line), line]));
    },
    /** Whether the day's published file exists, which has all of its lines. */
    isExported: (day: string): Promise<boolean> =>
      access(barsPath(folder, day)).then(
        () => true,
        () => false,
      ),
  };
}

const extension = '.bars.ndjson';
const barJournalPath = (folder: string, day: string): string => join(folder, `${day}${extension}`);

/** Null: not the name of such a file. */
export const dayOfBarJournal = (name: string): string | null =>
  name.endsWith(extension) ? name.slice(0, -extension.length) : null;

/** As the leaf of the minute names it. */
export const hashOfBarLine = (line: string): string => createHash('sha256').update(line).digest('hex');

/** Empty: there is no file. */
async function readJournal(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = getErrorCode(error);
    if (code === 'ENOENT') return '';
    throw new RecordError(`the journal ${path} cannot be read: ${code ?? String(error)}`);
  }
}

/** The published file with the bars of a closed UTC day. */
export const barsPath = (folder: string, day: string): string => join(folder, `${day}.bars.ndjson.gz`);
