import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode } from '#domain/caught-error.ts';
import { tilePath, type Tile, tileWidth } from '#record/tile.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import { parseBundle } from '#server/modules/record/publish/entry-bundle.ts';
import { Contradiction, splitHashes, type TileSource } from './tile-source.ts';

/** The tiles of a mirror's folder, each under its path. */
export const createFolderSource = (folder: string): TileSource => ({
  name: folder,
  checkpoint: async () => {
    const note = await readIfThere(join(folder, 'checkpoint'));
    if (!note) throw new UsageError(`${folder} is no mirror of a record: it has no checkpoint.`);
    return note.toString();
  },
  hashes: async (tile) => {
    const what = `${tilePath(tile)} in ${folder}`;
    const hashes = splitHashes(
      (await readIfThere(join(folder, tilePath(tile)))) ?? (await readWidest(folder, tile)) ?? Buffer.alloc(0),
      what,
    );
    if (hashes.length < tile.width) throw new Contradiction(`${what} is missing or incomplete`);
    return hashes.slice(0, tile.width);
  },
  entries: async (n, width) => {
    const bundle = await readWidest(folder, { level: 'entries', n });
    try {
      return bundle ? parseBundle(bundle).slice(0, width) : [];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new Contradiction(`bundle ${n} in ${folder} is incomplete`);
    }
  },
});

/** The full tile, or its widest part. */
async function readWidest(folder: string, tile: Omit<Tile, 'width'>): Promise<Buffer | null> {
  const full = join(folder, tilePath({ ...tile, width: tileWidth }));
  const bytes = await readIfThere(full);
  if (bytes) return bytes;
  const widest = Math.max(0, ...(await widthsIn(`${full}.p`)));
  return widest === 0 ? null : readIfThere(join(`${full}.p`, String(widest)));
}

/** A killed process may leave drafts beside them. */
async function widthsIn(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => /^\d{1,3}$/.test(name)).map(Number);
}

export async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
