import { isSame, type Sha256 } from './bytes.ts';
import type { TreeHead } from './merkle-path.ts';
import { computeRoot, growTree, joinSubtrees } from './merkle-tree.ts';
import { type Tile, tilePath, tileWidth, widthInTree } from './tile.ts';

/** Part of every browser and of Node; declared because this folder is compiled without the types of either. */
declare class TextDecoder {
  constructor(label: string, options: { readonly fatal: boolean; readonly ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}

export interface HashTile extends Tile {
  readonly level: number;
}

/** The bytes of a tile, at least as wide as asked for; rejects when it is not served. */
export type ReadTile = (tile: HashTile) => Promise<Uint8Array>;

/** What a log served contradicts what it signed. */
export class Contradiction extends Error {}

/** The tiles of a signed tree. Each is checked against the one above it, the uppermost against the root. */
export interface SignedTiles extends TreeHead {
  /** Full, or the rightmost of its level. */
  hashes(level: number, n: number): Promise<readonly Uint8Array[]>;
}

const hashBytes = 32;

/** The rightmost tiles of a tree, from the leaves upwards: its partial tiles. */
export function edgeTiles(size: number): HashTile[] {
  const tiles: HashTile[] = [];
  for (let level = 0; tileWidth ** level <= size; level++) {
    const n = Math.floor(size / tileWidth ** (level + 1));
    const width = widthInTree(level, n, size);
    if (width > 0) tiles.push({ level, n, width });
  }
  return tiles;
}

/** Rejects with a Contradiction when the tiles are not those of the signed root. */
export async function openSignedTiles(sha256: Sha256, read: ReadTile, { size, root }: TreeHead): Promise<SignedTiles> {
  const readHashes = async (tile: HashTile): Promise<Uint8Array[]> => {
    const bytes = await read(tile);
    if (bytes.length < tile.width * hashBytes) throw new Contradiction(`${tilePath(tile)} has ${bytes.length} bytes`);
    return Array.from({ length: tile.width }, (_, i) => bytes.slice(i * hashBytes, (i + 1) * hashBytes));
  };
  const edge = new Map<number, readonly Uint8Array[]>();
  for (const tile of edgeTiles(size)) edge.set(tile.level, await readHashes(tile));
  const subtrees = [...edge.values()].toReversed().flatMap((hashes) => growTree(sha256, 0, [], hashes).edge);
  if (!isSame(joinSubtrees(sha256, subtrees), root))
    throw new Contradiction(`the tiles do not lead to the signed root of ${size} leaves`);

  /** The last of each level: tiles are mostly read in order. */
  const cached = new Map<number, { readonly n: number; readonly hashes: readonly Uint8Array[] }>();
  const hashes = async (level: number, n: number): Promise<readonly Uint8Array[]> => {
    if (widthInTree(level, n, size) < tileWidth) return edge.get(level) ?? [];
    const last = cached.get(level);
    if (last?.n === n) return last.hashes;
    const tile = { level, n, width: tileWidth };
    const expected = await subtreeHash({ hashes }, level + 1, n);
    const own = await readHashes(tile);
    if (!isSame(computeRoot(sha256, own), expected))
      throw new Contradiction(`${tilePath(tile)} is not that of the signed tree`);
    cached.set(level, { n, hashes: own });
    return own;
  };
  return { size, root, hashes };
}

/** The hash at an index of a level. */
export const subtreeHash = async (
  { hashes }: Pick<SignedTiles, 'hashes'>,
  level: number,
  index: number,
): Promise<Uint8Array | undefined> => (await hashes(level, Math.floor(index / tileWidth)))[index % tileWidth];

/** The hashes of the perfect subtrees of the first `size` leaves of a tree, left to right. */
export async function edgeOfFirst(sha256: Sha256, tiles: SignedTiles, size: number): Promise<Uint8Array[]> {
  const edge: Uint8Array[] = [];
  for (const { level, n, width } of edgeTiles(size).toReversed())
    edge.push(...growTree(sha256, 0, [], (await tiles.hashes(level, n)).slice(0, width)).edge);
  return edge;
}

/** Whether a tree begins with the older one. */
export const continues = async (sha256: Sha256, tiles: SignedTiles, older: TreeHead): Promise<boolean> =>
  older.size <= tiles.size && isSame(joinSubtrees(sha256, await edgeOfFirst(sha256, tiles, older.size)), older.root);

/** The first leaf that two trees do not share, up to the end of the smaller one; null: there is none. */
export async function firstDifference(one: SignedTiles, other: SignedTiles): Promise<number | null> {
  const differsIn = async (level: number, n: number, width: number): Promise<number | null> => {
    const [own, theirs] = [await one.hashes(level, n), await other.hashes(level, n)];
    const i = own.slice(0, width).findIndex((hash, at) => !isSame(hash, theirs[at]));
    if (i < 0) return null;
    return level === 0 ? n * tileWidth + i : differsIn(level - 1, n * tileWidth + i, tileWidth);
  };
  for (const { level, n, width } of edgeTiles(Math.min(one.size, other.size)).toReversed()) {
    const found = await differsIn(level, n, width);
    if (found !== null) return found;
  }
  return null;
}

const lengthBytes = 2;
const maxEntryBytes = 65_535;

/**
 * Entries as C2SP tlog-tiles bundles them: each preceded by its length, big-endian uint16. Null: one
 * that is not open yet, of length 0, which no leaf has. Throws RangeError for an entry that is too long.
 */
export function writeBundle(entries: readonly (Uint8Array | null)[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((sum, entry) => sum + lengthBytes + (entry?.length ?? 0), 0));
  const view = new DataView(bundle.buffer);
  let at = 0;
  for (const entry of entries) {
    const length = entry?.length ?? 0;
    if (length > maxEntryBytes) throw new RangeError(`an entry of ${length} bytes fits no bundle`);
    view.setUint16(at, length);
    if (entry) bundle.set(entry, at + lengthBytes);
    at += lengthBytes + length;
  }
  return bundle;
}

/** Throws a Contradiction for another number of entries, an incomplete one, or one that is no UTF-8. */
export function parseBundle(bundle: Uint8Array, width: number): (string | null)[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.length);
  const entries: (string | null)[] = [];
  for (let at = 0; at < bundle.length; ) {
    if (entries.length === width || at + lengthBytes > bundle.length)
      throw new Contradiction('a bundle has more than its entries');
    const end = at + lengthBytes + view.getUint16(at);
    if (end > bundle.length) throw new Contradiction('the last entry of a bundle is incomplete');
    entries.push(end === at + lengthBytes ? null : decode(decoder, bundle.subarray(at + lengthBytes, end)));
    at = end;
  }
  if (entries.length < width) throw new Contradiction(`a bundle has ${entries.length} of ${width} entries`);
  return entries;
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Contradiction('an entry of a bundle is no UTF-8');
  }
}
