import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '#server/database/connection.ts';
import { writeLine } from '../journal/journal-line.ts';
import type { RecordKey } from './record-key.ts';
import { countLeaves, listLeafRows } from '../append/record.repository.ts';

const batch = 1_000;

/**
 * Writes the leaves that are in the database and the public keys beside the journal and the day files
 * of the record. Returns the number of leaves.
 */
export async function saveOldRecord(
  db: Database,
  folder: string,
  { terms }: Pick<RecordKey, 'terms'>,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'keys.json'), `${JSON.stringify(terms, null, 2)}\n`);
  const count = await countLeaves(db);
  async function* lines(): AsyncGenerator<string> {
    for (let from = 0; from < count; from += batch)
      yield (await listLeafRows(db, from, from + batch)).map(writeLine).join('');
  }
  const path = join(folder, 'leaves-of-database.ndjson');
  await pipeline(Readable.from(lines()), createWriteStream(path, { flush: true }));
  return count;
}
