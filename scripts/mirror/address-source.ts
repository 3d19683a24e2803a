import { tilePath, type Tile, tileWidth } from '#record/tile.ts';
import { parseBundle } from '#server/modules/record/publish/entry-bundle.ts';
import { fetchAnswer, type FetchDependencies, maxBytes, RefusedAnswer } from '../record/fetch-answer.ts';
import { Contradiction, splitHashes, type TileSource } from './tile-source.ts';

/**
 * The tiles at an address: of a record, or of a mirror's folder behind any web server. The latter
 * cannot say how many entries of a bundle are open, so only its full bundles are read.
 */
export async function openAddressSource(address: string, needs: FetchDependencies): Promise<TileSource> {
  const root = address.endsWith('/') ? address : `${address}/`;
  const api = new URL('api/record/', root);
  const isRecord = (await fetchAnswer(new URL('checkpoint', api), needs, maxBytes.note)).status !== 404;
  return createAddressSource(address, isRecord ? api : new URL(root), isRecord, needs);
}

function createAddressSource(name: string, prefix: URL, isRecord: boolean, needs: FetchDependencies): TileSource {
  const get = (path: string, max: number) => fetchAnswer(new URL(path, prefix), needs, max);
  const refused = (path: string, status: number) => new RefusedAnswer(`${name} answers ${status} to ${path}.`);
  const getOk = async (path: string, max: number): Promise<Buffer> => {
    const { status, bytes } = await get(path, max);
    if (status !== 200) throw refused(path, status);
    return bytes;
  };
  /** A partial tile may be deleted once the full one exists. */
  const getTile = async (tile: Tile): Promise<Buffer> => {
    const path = tilePath(tile);
    const { status, bytes } = await get(path, maxBytes.tile);
    if (status === 200) return bytes;
    if (tile.width === tileWidth) throw refused(path, status);
    return getOk(tilePath({ ...tile, width: tileWidth }), maxBytes.tile);
  };

  const getBundle = async (n: number, width: number): Promise<string[]> => {
    const path = tilePath({ level: 'entries', n, width });
    const { status, bytes } = await get(path, maxBytes.page);
    if (status === 200) return getEntries(bytes, width, `${path} of ${name}`);
    const open = status === 404 ? openIn(bytes) : null;
    if (open !== null && open < width) return open === 0 ? [] : getBundle(n, open);
    if (status === 404 && !isRecord) return [];
    throw refused(path, status);
  };

  return {
    name,
    checkpoint: async () => (await getOk('checkpoint', maxBytes.note)).toString(),
    hashes: async (tile) => {
      const what = `${tilePath(tile)} of ${name}`;
      const hashes = splitHashes(await getTile(tile), what);
      if (hashes.length < tile.width) throw new Contradiction(`${what} has ${hashes.length} hashes`);
      return hashes.slice(0, tile.width);
    },
    entries: getBundle,
  };
}

function getEntries(bytes: Buffer, width: number, what: string): string[] {
  try {
    const entries = parseBundle(bytes);
    if (entries.length === width) return entries;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new Contradiction(`${what} is not a bundle of ${width} entries`);
}

/** How many entries are open, when that is why they are not all shown. */
function openIn(body: Buffer): number | null {
  const [, open] = /"code":"leaf_not_open".*"open":(\d+)/.exec(body.toString()) ?? [];
  return open === undefined ? null : Number(open);
}
