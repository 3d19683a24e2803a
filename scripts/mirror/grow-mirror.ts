import { recordCrypto } from '#node/notes.ts';
import { isDeepStrictEqual } from 'node:util';
import { parseNote } from '#record/checkpoint.ts';
import type { RecordKeyTerm } from '#record/record-handover.ts';
import { tilePath, tileWidth, widthInTree } from '#record/tile.ts';
import { leafHash } from '#record/hash.ts';
import { computeRoot } from '#record/merkle-tree.ts';
import type { TreeHead } from '#record/proofs.ts';
import { sha256 } from '#node/sha256.ts';
import { createFindings, type Findings } from '#record/verify/findings.ts';
import type { RecordAddress } from '../record/record-address.ts';
import { signedHead, verifyKeyChain } from '#record/verify/signed-head.ts';
import type { MirrorFolder } from './mirror-folder.ts';
import { firstDifference, openSignedTiles, type SignedTiles } from './signed-tiles.ts';
import { Contradiction, type TileSource } from './tile-source.ts';

interface GrowMirrorDependencies {
  readonly record: Pick<RecordAddress, 'keys'>;
  readonly source: TileSource;
  readonly folder: MirrorFolder;
}

export interface Grown {
  readonly size: number;
  /** Leaves whose content is stored: all before the first that is not open yet. */
  readonly opened: number;
}

/**
 * One round: fetches the newest checkpoint and what the mirror lacks of its tree, checks each part,
 * and stores it. The checkpoint is replaced after all its tiles are stored, so that a mirror that is
 * killed continues from its last checkpoint. Throws a Contradiction, which leaves the mirror as it is.
 */
export async function growMirror({ record, source, folder }: GrowMirrorDependencies): Promise<Grown> {
  const note = await source.checkpoint();
  const stored = await folder.readCheckpoint();
  try {
    const keys = await readKeys(record, folder);
    const head = getHead(note, keys, 'the checkpoint');
    const own = stored === null ? null : getHead(stored, keys, 'the stored checkpoint');
    const tiles = await openSignedTiles(source, head);
    if (own) await requireContinuation(await openSignedTiles(folder, own), tiles);
    if (own?.size !== head.size) await saveTiles(tiles, own?.size ?? 0, folder);
    if (isNewer(note, stored)) await folder.saveCheckpoint(note);
    return { size: head.size, opened: await saveEntries(head.size, source, folder) };
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error;
    const saved = await folder.saveContradiction(stored === null ? [note] : [stored, note]);
    throw new Contradiction(`${error.message}\nThe checkpoints are in ${saved}.`);
  }
}

/** A record keeps all its keys; the first one identifies it, and is trusted in the first round. */
async function readKeys(record: GrowMirrorDependencies['record'], folder: MirrorFolder): Promise<RecordKeyTerm[]> {
  const [keys, known] = [await record.keys(), await folder.readKeys()];
  if (known && !isDeepStrictEqual(keys.slice(0, known.length), known))
    throw new Contradiction(`the record is signed by ${keys.at(-1)?.vkey}, which ${known.at(-1)?.vkey} did not name`);
  const failed: string[] = [];
  verifyKeyChain(recordCrypto, keys, collecting(failed));
  if (failed.length > 0) throw new Contradiction(failed.join('\n'));
  if (keys.length !== known?.length) await folder.saveKeys(keys);
  return keys;
}

function getHead(note: string, keys: readonly RecordKeyTerm[], what: string): TreeHead {
  const failed: string[] = [];
  const head = signedHead(recordCrypto, note, keys, what, collecting(failed));
  if (!head) throw new Contradiction(failed.join('\n'));
  return head;
}

const collecting = (failed: string[]): Findings =>
  createFindings((line) => void (line.startsWith('FAILS') && failed.push(line.slice('FAILS'.length).trim())));

async function requireContinuation(own: SignedTiles, tiles: SignedTiles): Promise<void> {
  if (tiles.size < own.size) throw new Contradiction(`the record shrank from ${own.size} to ${tiles.size} leaves`);
  const leaf = await firstDifference(own, tiles);
  if (leaf !== null)
    throw new Contradiction(
      `two histories: leaf ${leaf} of the record of ${tiles.size} leaves is not that of the mirrored ${own.size}`,
    );
}

/** From the uppermost level down, so that each tile is checked against one that is already there. */
async function saveTiles(tiles: SignedTiles, from: number, folder: MirrorFolder): Promise<void> {
  const { size } = tiles;
  for (let level = topLevel(size); level >= 0; level--) {
    for (let n = Math.floor(from / tileWidth ** (level + 1)); widthInTree(level, n, size) > 0; n++) {
      const width = widthInTree(level, n, size);
      if (width === tileWidth && (await isStored(tiles, level, n, folder))) continue;
      await folder.saveHashes({ level, n, width }, await tiles.hashes(level, n));
    }
  }
}

const topLevel = (size: number): number => (size < tileWidth ? 0 : 1 + topLevel(Math.floor(size / tileWidth)));

/** As a round left it that was killed before its end. */
async function isStored(tiles: SignedTiles, level: number, n: number, folder: MirrorFolder): Promise<boolean> {
  const hashes = await folder.readFullTile(level, n);
  if (!hashes) return false;
  if ((await tiles.rootOfTile(level, n)).equals(computeRoot(sha256, hashes))) return true;
  const path = tilePath({ level, n, width: tileWidth });
  throw new Contradiction(`two histories: the stored ${path} is not that of the record, or its file is damaged`);
}

/** The same tree may have gained cosignatures, never lost any. */
function isNewer(note: string, stored: string | null): boolean {
  const [text, old] = [parseNote(note), parseNote(stored ?? '')];
  return text?.text !== old?.text || (text?.signatures.length ?? 0) > (old?.signatures.length ?? 0);
}

/** Entries are public from the expiry of their signals on: stops at the first one that is not. */
async function saveEntries(size: number, source: TileSource, folder: MirrorFolder): Promise<number> {
  for (let n = await firstWithoutFullBundle(size, folder); ; n++) {
    const width = widthInTree(0, n, size);
    const known = (await folder.entries(n, tileWidth)).length;
    const entries = known < width ? await source.entries(n, width) : [];
    if (entries.length > known) {
      await requireHashes(n, entries, folder, source.name);
      await folder.saveEntries(n, entries);
    }
    const opened = Math.max(known, entries.length);
    if (opened < tileWidth) return n * tileWidth + opened;
  }
}

/** Bundles are stored in order. */
async function firstWithoutFullBundle(size: number, folder: MirrorFolder): Promise<number> {
  let [low, high] = [0, Math.floor(size / tileWidth)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await folder.hasFullBundle(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function requireHashes(n: number, entries: readonly string[], folder: MirrorFolder, name: string) {
  const hashes = await folder.hashes({ level: 0, n, width: entries.length });
  for (const [i, entry] of entries.entries())
    if (!hashes[i]?.equals(leafHash(sha256, entry)))
      throw new Contradiction(`leaf ${n * tileWidth + i} of ${name} does not match its hash in the signed tree`);
}
