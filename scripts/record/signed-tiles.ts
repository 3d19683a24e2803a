import { type Tile, tilePath, tileWidth, widthInTree } from '#record/tile.ts';
import { computeRoot, growTree, joinSubtrees } from '#record/merkle-tree.ts';
import type { TreeHead } from '#record/merkle-path.ts';
import { parseBundle } from '#server/modules/record/publish/read-tile.ts';
import { sha256 } from '#node/sha256.ts';
import { fetchAnswer, type FetchDependencies, maxBytes, RefusedAnswer } from './fetch-answer.ts';
import { recordCrypto } from '#node/notes.ts';
import { leafHash } from '#record/hash.ts';
import type { Findings } from '#record/verify/findings.ts';
import type { RecordAddress } from './record-address.ts';
import { signedHead } from '#record/verify/signed-head.ts';

/** Where the tiles of a log are read (C2SP tlog-tiles). */
export interface TileSource {
  /** Its address, for messages. */
  readonly name: string;
  /** The newest signed note. */
  checkpoint(): Promise<string>;
  /** The first `width` hashes of a tile. */
  hashes(tile: HashTile): Promise<Buffer[]>;
  /** The opened entries at the start of bundle `n`, at most `width`. */
  entries(n: number, width: number): Promise<string[]>;
}

export interface HashTile extends Tile {
  readonly level: number;
}

/** What a log served cannot be true beside what it signed. */
export class Contradiction extends Error {}

/** The tiles of a signed tree. Each is checked against the one above it, the uppermost against the root. */
export interface SignedTiles {
  readonly size: number;
  /** Full, or the rightmost of its level. */
  hashes(level: number, n: number): Promise<readonly Buffer[]>;
}

/**
 * The tiles at an address: of a record, or of a mirror's files behind any web server. The latter
 * cannot say how many entries of a bundle are open, so only its full bundles are read.
 */
export async function openTileSource(address: string, needs: FetchDependencies): Promise<TileSource> {
  const root = address.endsWith('/') ? address : `${address}/`;
  const api = new URL('api/record/', root);
  const isRecord = (await fetchAnswer(new URL('checkpoint', api), needs, maxBytes.note)).status !== 404;
  return createTileSource(address, isRecord ? api : new URL(root), isRecord, needs);
}

function createTileSource(name: string, prefix: URL, isRecord: boolean, needs: FetchDependencies): TileSource {
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

const hashBytes = 32;

function splitHashes(bytes: Buffer, what: string): Buffer[] {
  if (bytes.length % hashBytes !== 0) throw new Contradiction(`${what} has ${bytes.length} bytes`);
  return Array.from({ length: bytes.length / hashBytes }, (_, i) => bytes.subarray(i * hashBytes, (i + 1) * hashBytes));
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
  const getHashes = async (level: number, n: number): Promise<readonly Buffer[]> => {
    if (widthInTree(level, n, size) < tileWidth) return edge.get(level) ?? [];
    const last = read.get(level);
    if (last?.n === n) return last.hashes;
    const tile = { level, n, width: tileWidth };
    const expected = (await getHashes(level + 1, Math.floor(n / tileWidth)))[n % tileWidth];
    if (!expected) throw new RangeError(`tile ${n} of level ${level} is not full`);
    const hashes = await source.hashes(tile);
    if (!Buffer.from(computeRoot(sha256, hashes)).equals(expected))
      throw new Contradiction(`${tilePath(tile)} of ${source.name} is not that of the signed tree`);
    read.set(level, { n, hashes });
    return hashes;
  };
  return { size, hashes: getHashes };
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

export interface Against {
  /** The tiles of the record. */
  readonly own: TileSource;
  /** A mirror, or another server of the same record. */
  readonly other: TileSource;
}

interface Compared extends Against {
  readonly record: RecordAddress;
  readonly key: string;
  /** Leaves whose content the record did not show. */
  readonly closed: ReadonlySet<number>;
}

/**
 * The record and the other copy must be one history: the larger tree begins with the smaller one,
 * and every leaf that is open in the copy is open in the record.
 */
export async function verifyAgainst(compared: Compared, findings: Findings): Promise<void> {
  const { own, other, key } = compared;
  const theirs = signedHead(recordCrypto, await other.checkpoint(), key, `the checkpoint of ${other.name}`, findings);
  const ours = signedHead(recordCrypto, await own.checkpoint(), key, 'the newest checkpoint', findings);
  if (!theirs || !ours) return;
  try {
    const otherTiles = await openSignedTiles(other, theirs);
    const leaf = await firstDifference(await openSignedTiles(own, ours), otherTiles);
    if (leaf === null) findings.holds(`${other.name} and the record are one history of ${ours.size} leaves`);
    else
      findings.fails(
        'history',
        `two histories: leaf ${leaf} of ${other.name} is not that of the record, and both are signed`,
      );
    await verifyOpened(compared, otherTiles, ours.size, findings);
  } catch (error) {
    if (error instanceof Contradiction) findings.fails('tiles', error.message);
    else if (error instanceof RefusedAnswer) findings.fails('withheld', `an answer is withheld: ${error.message}`);
    else throw error;
  }
}

async function verifyOpened(
  { record, other, closed }: Compared,
  tiles: SignedTiles,
  size: number,
  findings: Findings,
): Promise<void> {
  let opened = 0;
  for (let n = 0; widthInTree(0, n, tiles.size) > 0; n++) {
    const hashes = await tiles.hashes(0, n);
    for (const [i, entry] of (await other.entries(n, hashes.length)).entries()) {
      const leaf = n * tileWidth + i;
      opened++;
      if (!hashes[i]?.equals(leafHash(sha256, entry)))
        findings.fails('entry', `leaf ${leaf} of ${other.name} does not match its hash`);
      else if (leaf < size && closed.has(leaf) && !(await record.page(leaf, 1))[0]?.leaf)
        findings.fails('opened', `leaf ${leaf} is open in ${other.name} and withheld by the record`);
    }
  }
  findings.holds(`${opened} opened leaves of ${other.name} were compared`);
}
