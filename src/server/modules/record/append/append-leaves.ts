import { and, eq } from 'drizzle-orm';
import {
  type AnswerLeaf,
  type CalibrationLeaf,
  canonicalLeaf,
  type GapLeaf,
  type Leaf,
  type MinuteLeaf,
  type MinutePricesLeaf,
  type OutcomeLeaf,
  type SignalLeaf,
  type VoidLeaf,
} from '#record/leaf.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { orderWrites } from '#server/database/locks.ts';
import { recordLeaves } from '#server/database/schema.ts';
import {
  advance,
  type FeedEnd,
  type FeedPosition,
  findFeed,
  findFeedEnd,
  noPosition,
  saveFeed,
} from './feed-position.ts';
import { countLeaves, insertLeaves, type LeafRow } from './record.repository.ts';
import { leafHash } from '#record/hash.ts';
import { sha256 } from '#node/sha256.ts';

type Unnumbered<Statement> = Omit<Statement, 'seq'>;

/** `signalId` identifies the row only, except for signals. */
export type NewLeaf = { readonly signalId: string; readonly at: Date } & (
  | { readonly kind: 'signal'; readonly leaf: Unnumbered<SignalLeaf> }
  | { readonly kind: 'forecast'; readonly leaf: Unnumbered<MinuteLeaf> | Unnumbered<AnswerLeaf> }
  | { readonly kind: 'gap'; readonly leaf: GapLeaf }
  | { readonly kind: 'calibration'; readonly leaf: CalibrationLeaf }
  | { readonly kind: 'outcome'; readonly leaf: OutcomeLeaf | MinutePricesLeaf }
  | { readonly kind: 'void'; readonly leaf: VoidLeaf }
);

/**
 * The end of the record and of a feed in it, from the lock of the record on: a statement is issued no
 * earlier than `newestAt`, so that times never fall along the record.
 */
export async function lockFeed(tx: Transaction, feed: string): Promise<FeedEnd> {
  await orderWrites(tx);
  return findFeedEnd(tx, feed);
}

/**
 * Appends to the record in the caller's transaction: the leaf commits together with what it
 * records, or not at all. Numbers the statements of each feed. Throws for a statement that is older
 * than its predecessor, or for a minute that is not the next one. `end`: from `lockFeed`, if nothing
 * was appended since, which saves reading it again. Returns what was stored.
 */
export async function appendLeaves(
  tx: Transaction,
  leaves: readonly NewLeaf[],
  end?: FeedEnd,
): Promise<readonly LeafRow[]> {
  if (leaves.length === 0) return [];
  await orderWrites(tx);
  const positions = new Map<string, FeedPosition>();
  for (const feed of new Set(leaves.flatMap((one) => getFeed(one) ?? [])))
    positions.set(feed, feed === end?.feed ? end : ((await findFeed(tx, feed)) ?? noPosition));
  const numbered = leaves.map((one) => {
    const { kind, signalId, at } = one;
    return { kind, signalId, at, leaf: numberLeaf(one, positions) };
  });
  for (const [feed, position] of positions) await saveFeed(tx, feed, position);
  return writeLeaves(tx, numbered, end?.size);
}

/** The text of the forecast leaf under this id, which only its row has; undefined: there is none. */
export const findStatement = async (db: Executor, id: string): Promise<string | undefined> =>
  (
    await db
      .select({ text: recordLeaves.leaf })
      .from(recordLeaves)
      .where(and(eq(recordLeaves.signalId, id), eq(recordLeaves.kind, 'forecast')))
  )[0]?.text;

/** Null: the leaf has no place among the statements and gaps of a feed. */
const getFeed = ({ kind, leaf }: NewLeaf): string | null =>
  'feed' in leaf && kind !== 'calibration' ? leaf.feed : null;

/** Advances the position of the leaf's feed. */
function numberLeaf(one: NewLeaf, positions: Map<string, FeedPosition>): Leaf {
  if (one.kind === 'outcome' || one.kind === 'void' || one.kind === 'calibration') return one.leaf;
  const position = positions.get(one.leaf.feed) ?? noPosition;
  positions.set(one.leaf.feed, advance(position, one.leaf));
  return one.kind === 'gap' ? one.leaf : { ...one.leaf, seq: position.nextSeq };
}

/** `signalId` identifies the row: the id of a signal, of a minute, or any for a gap. */
export type RecordedLeaf = Pick<LeafRow, 'kind' | 'signalId' | 'at'> & { readonly leaf: Leaf };

/** Writes leaves as they are, after the last one (`size`, if known); the rules of their order are not checked. */
export async function writeLeaves(
  tx: Transaction,
  leaves: readonly RecordedLeaf[],
  size?: number,
): Promise<readonly LeafRow[]> {
  await orderWrites(tx);
  const from = size ?? (await countLeaves(tx));
  const rows = leaves.map(({ kind, signalId, at, leaf }, i): LeafRow => {
    const text = canonicalLeaf(leaf);
    return { index: from + i, kind, at, signalId, leaf: text, leafHash: Buffer.from(leafHash(sha256, text)) };
  });
  await insertLeaves(tx, rows);
  return rows;
}
