import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncFolder } from '#node/sync-folder.ts';

/** Writes a file that is complete, or not there, whatever happens meanwhile. */
export async function writeGzipFile(path: string, text: AsyncIterable<string>): Promise<void> {
  // Unique: another process on this folder may be writing the same file.
  const written = `${path}.${randomUUID()}`;
  try {
    await pipeline(Readable.from(text), createGzip(), createWriteStream(written));
    await flush(written);
    await rename(written, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
