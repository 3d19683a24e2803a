import type { ProvenLeaf, RecordEntries, RecordEntry, RecordStart } from '#contract/record/record.ts';
import type { Leaf } from '#record/leaf.ts';
import { writeBundle } from '#record/signed-tiles.ts';
import { subtreesOfTile, type Tile, tileWidth, widthInTree } from '#record/tile.ts';
import { apiError } from '#server/http/api-error.ts';
import { cutPage } from '#server/http/cursor.ts';
import { readHead } from '../append/append-leaves.ts';
import {
  findLeaf,
  isOpen,
  type LeafRow,
  listLeaves,
  listLeavesAt,
  listNaming,
  listSignals,
  readLeaf,
} from '../append/stored-leaves.ts';
import { findMarketState, isBehind, type RecordContext } from '../record-context.ts';
import {
  type CheckpointRow,
  findLastCheckpoint,
  findSignedBefore,
  listSubtrees,
  readInclusionProofs,
} from '../sign/record-tree.ts';
import { findCosignedAfter, readCosignedNote } from '../witnesses/cosignatures.repository.ts';

const retryAfterS = 5;

/** Before the leader has signed anything, readers come again. */
async function getCheckpoint({ db }: RecordContext): Promise<CheckpointRow> {
  const newest = await findLastCheckpoint(db);
  if (!newest) throw apiError('overloaded', { retryAfterS });
  return newest;
}

export async function readStart(ctx: RecordContext): Promise<RecordStart> {
  const { db, key, witnessSide } = ctx;
  const { size, note } = await getCheckpoint(ctx);
  const state = (await isBehind(db)) ? 'behind' : await findMarketState(ctx);
  const genesis = size === 0 ? [] : await proveLeaves(ctx, await listLeaves(db, 0, 1), size);
  return {
    state,
    key: key.vkey,
    size,
    checkpoint: note,
    genesis: genesis[0] ?? null,
    witnesses: { count: witnessSide.witnesses.length, quorum: witnessSide.quorum },
  };
}

/** How long a checkpoint waits for its cosignatures before readers get it without them. */
const waitMs = 15_000;

/**
 * The note for readers, with the cosignatures that it has. A checkpoint is served once a quorum has
 * cosigned it, or 15 s after it was signed, so that successive answers never shrink.
 */
export async function readCheckpoint(ctx: RecordContext): Promise<string> {
  const { db, clock, witnessSide } = ctx;
  const newest = await getCheckpoint(ctx);
  if (witnessSide.witnesses.length === 0) return newest.note;
  const waited = (await findSignedBefore(db, new Date(clock.now() - waitMs))) ?? newest;
  const cosigned = await findCosignedAfter(db, waited.size, Math.max(1, witnessSide.quorum));
  return readCosignedNote(db, cosigned ?? waited);
}

/**
 * Hashes of the signed tree, or entries of it; throws not_found beyond its end. `closed`: an entry
 * that is not open yet has no bytes, or the bundle is refused.
 */
export async function readTile(ctx: RecordContext, tile: Tile, closed: 'empty' | 'refused'): Promise<Buffer> {
  const { db, marketClock } = ctx;
  const level = tile.level === 'entries' ? 0 : tile.level;
  const { size } = await getCheckpoint(ctx);
  if (tile.width > widthInTree(level, tile.n, size)) throw apiError('not_found');
  if (tile.level !== 'entries') return Buffer.concat(await listSubtrees(db, subtreesOfTile(level, tile)));
  const from = tile.n * tileWidth;
  const rows = await listLeaves(db, from, from + tile.width);
  const now = marketClock.now();
  const closedAt = rows.findIndex((row) => !isOpen(row, now));
  // `open`: how many can be requested as a partial bundle.
  if (closed === 'refused' && closedAt >= 0)
    throw apiError('leaf_not_open', { retryAfterS: closedRetryAfterS, details: { open: closedAt } });
  return Buffer.from(writeBundle(rows.map((row) => (isOpen(row, now) ? Buffer.from(row.leaf) : null))));
}

/** The same for every leaf: the exact time would reveal the duration of a signal before it opens. */
const closedRetryAfterS = 60;

/** Signals of the record, newest first, each with how it ended. */
export async function readEntries(
  ctx: RecordContext,
  { before = Number.MAX_SAFE_INTEGER, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<RecordEntries> {
  const { db } = ctx;
  const { size, note: checkpoint } = await getCheckpoint(ctx);
  const found = await listSignals(db, Math.min(before, size), limit + 1);
  const { page, next: older } = cutPage(found, limit, ({ index }) => index);
  const ends = await listNaming(
    db,
    page.map(({ index }) => index),
    ['outcome', 'void'],
  );
  const proven = await proveLeaves(ctx, [...page, ...ends.filter(({ index }) => index < size)], size);
  const byIndex = new Map(proven.map((one) => [one.index, one]));
  const find = (kind: LeafRow['kind'], of: number): ProvenLeaf | null =>
    byIndex.get(ends.find((end) => end.kind === kind && end.of === of)?.index ?? -1) ?? null;
  const items = page.flatMap(({ index }) => {
    const signal = byIndex.get(index);
    return signal ? [{ signal, outcome: find('outcome', index), voided: find('void', index) }] : [];
  });
  return { checkpoint, items, older };
}

/** A leaf with those that it names and that name it. */
export async function readEntry(ctx: RecordContext, index: number): Promise<RecordEntry> {
  const { db } = ctx;
  const { size, note: checkpoint } = await getCheckpoint(ctx);
  const row = index < size ? await findLeaf(db, index) : undefined;
  if (!row) throw apiError('not_found');
  const named: LeafRow[] = [row];
  for (let last = listNamed(readLeaf(row)); last.length > 0; ) {
    const rows = await listLeavesAt(db, last);
    named.push(...rows);
    last = rows.flatMap((one) => listNamed(readLeaf(one)));
  }
  const naming = await listNaming(
    db,
    named.flatMap(({ index: at, kind }) => (kind === 'signal' || (at === index && kind === 'minute') ? [at] : [])),
    ['outcome', 'void'],
  );
  const leaves = [...new Map([...named, ...naming].map((one) => [one.index, one])).values()];
  const signed = leaves.filter((one) => one.index < size).toSorted((a, b) => a.index - b.index);
  return { checkpoint, index, leaves: await proveLeaves(ctx, signed, size) };
}

const listNamed = (leaf: Leaf): readonly number[] => {
  if (leaf.kind === 'minute') return leaf.versions;
  if (leaf.kind === 'answer') return [leaf.minute];
  return 'of' in leaf ? [leaf.of] : [];
};

/** In the tree of `size` leaves. */
async function proveLeaves(
  { db, marketClock }: RecordContext,
  rows: readonly LeafRow[],
  size: number,
): Promise<ProvenLeaf[]> {
  const now = marketClock.now();
  const proofs = await readInclusionProofs(
    db,
    rows.map(({ index }) => index),
    size,
  );
  return rows.map((row, i) => ({
    index: row.index,
    hash: row.leafHash.toString('hex'),
    text: isOpen(row, now) ? row.leaf : null,
    proof: (proofs[i] ?? []).map((hash) => hash.toString('hex')),
  }));
}

/** For operators: how long the record is, and what of it is signed. */
export async function readRecordSize({ db }: RecordContext) {
  const [{ size }, checkpoint] = await Promise.all([readHead(db), findLastCheckpoint(db)]);
  return { size, checkpoint };
}
