import { tilePath, tileWidth, widthInTree } from '#record/tile.ts';
import { growTree, joinSubtrees, computeRoot } from '#record/merkle-tree.ts';
import type { TreeHead } from '#record/proofs.ts';
import { sha256 } from '#node/sha256.ts';
import { Contradiction, type TileSource } from './tile-source.ts';

/** The tiles of a signed tree. Each is checked against the one above it, the uppermost against the root. */
export interface SignedTiles {
  readonly size: number;
  /** Full, or the rightmost of its level. */
  hashes(level: number, n: number): Promise<readonly Buffer[]>;
  /** What a full tile must hash to. */
  rootOfTile(level: number, n: number): Promise<Buffer>;
}

/** The rightmost tiles of a tree, from the leaves upwards: its partial tiles. */
export function edgeTiles(size: number): { level: number; n: number; width: number }[] {
  const tiles: { level: number; n: number; width: number }[] = [];
  for (let level = 0; tileWidth ** level <= size; level++) {
    const n = Math.floor(size / tileWidth ** (level + 1));
    const width = widthInTree(level, n, size);
    if (width > 0) tiles.push({ level, n, width });
  }
  return tiles;
}

/** Throws a Contradiction when the source's tiles are not those of the signed root. */
export async function openSignedTiles(source: TileSource, { size, root }: TreeHead): Promise<SignedTiles> {
  const edge = new Map<number, readonly Buffer[]>();
  for (const tile of edgeTiles(size)) edge.set(tile.level, await source.hashes(tile));
  const subtrees = [...edge.values()].toReversed().flatMap((hashes) => growTree(sha256, 0, [], hashes).edge);
  if (!Buffer.from(joinSubtrees(sha256, subtrees)).equals(root))
    throw new Contradiction(`the tiles of ${source.name} do not lead to the signed root of ${size} leaves`);

  /** The last of each level: tiles are read in order. */
  const read = new Map<number, { readonly n: number; readonly hashes: readonly Buffer[] }>();
  const rootOfTile = async (level: number, n: number): Promise<Buffer> => {
    const hash = (await computeHashes(level + 1, Math.floor(n / tileWidth)))[n % tileWidth];
    if (!hash) throw new RangeError(`tile ${n} of level ${level} is not full`);
    return hash;
  };
  const computeHashes = async (level: number, n: number): Promise<readonly Buffer[]> => {
    if (widthInTree(level, n, size) < tileWidth) return edge.get(level) ?? [];
    const last = read.get(level);
    if (last?.n === n) return last.hashes;
    const tile = { level, n, width: tileWidth };
    const expected = await rootOfTile(level, n);
    const hashes = await source.hashes(tile);
    if (!Buffer.from(computeRoot(sha256, hashes)).equals(expected))
      throw new Contradiction(`${tilePath(tile)} of ${source.name} is not that of the signed tree`);
    read.set(level, { n, hashes });
    return hashes;
  };
  return { size, hashes: computeHashes, rootOfTile };
}

/** The first leaf that two trees do not share, up to the end of the smaller one; null: there is none. */
export async function firstDifference(one: SignedTiles, other: SignedTiles): Promise<number | null> {
  const differsIn = async (level: number, n: number, width: number): Promise<number | null> => {
    const [own, theirs] = [await one.hashes(level, n), await other.hashes(level, n)];
    const i = own.slice(0, width).findIndex((hash, at) => !theirs[at]?.equals(hash));
    if (i < 0) return null;
    return level === 0 ? n * tileWidth + i : differsIn(level - 1, n * tileWidth + i, tileWidth);
  };
  for (const { level, n, width } of edgeTiles(Math.min(one.size, other.size)).toReversed()) {
    const found = await differsIn(level, n, width);
    if (found !== null) return found;
  }
  return null;
}
