import { desc, eq } from 'drizzle-orm';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import type { AnswerLeaf, GapLeaf, MinuteLeaf, SignalLeaf } from '#record/leaf.ts';
import type { Database, Executor, Transaction } from '#server/database/connection.ts';
import { recordFeeds } from '#server/database/tables/record-tables.ts';
import { recordLeaves } from '#server/database/schema.ts';

/** Where the record of a feed continues. Instants in milliseconds of market time. */
export interface FeedPosition {
  readonly nextSeq: number;
  /** Issue of the newest statement, or the end of a later gap; minus infinity before the first. */
  readonly newestAt: number;
  /** Every minute before this one has a forecast leaf or lies in a gap; null before the first statement. */
  readonly coveredTo: number | null;
}

export const noPosition: FeedPosition = { nextSeq: 0, newestAt: Number.NEGATIVE_INFINITY, coveredTo: null };

type FeedLeaf = Omit<SignalLeaf, 'seq'> | Omit<MinuteLeaf, 'seq'> | Omit<AnswerLeaf, 'seq'> | GapLeaf;

/**
 * The position after the leaf. A signal that begins a record may come before the minute that it
 * passes on, which is still to be stated. Throws when the leaf may not come at this position.
 */
export function advance(position: FeedPosition, leaf: FeedLeaf): FeedPosition {
  const { nextSeq, newestAt, coveredTo } = position;
  if ('to' in leaf) {
    const to = Date.parse(leaf.to);
    return { nextSeq, newestAt: Math.max(newestAt, to), coveredTo: cover(coveredTo, Date.parse(leaf.from), to) };
  }
  const issuedAt = Date.parse(leaf.issuedAt);
  if (issuedAt < newestAt) throw new Error(`a statement of ${leaf.feed} at ${leaf.issuedAt} follows a later one`);
  const minute = startOfMinute(issuedAt);
  const bar = minute - minuteMs;
  const covered = 'forecasts' in leaf ? cover(coveredTo, bar, minute) : (coveredTo ?? bar);
  return { nextSeq: nextSeq + 1, newestAt: issuedAt, coveredTo: covered };
}

function cover(coveredTo: number | null, from: number, to: number): number {
  if (coveredTo === null || coveredTo === from) return to;
  throw new Error(`the minutes of the record continue at ${coveredTo}, not at ${from}`);
}

/** Time of the newest statement of a feed; minus infinity: there is none. */
export const findNewestAt = async (db: Database, feed: string): Promise<number> =>
  ((await findFeed(db, feed)) ?? noPosition).newestAt;

export async function findFeed(tx: Executor, feed: string): Promise<FeedPosition | undefined> {
  const [row] = await tx.select().from(recordFeeds).where(eq(recordFeeds.feed, feed));
  return row && getPosition(row);
}

const getPosition = ({ nextSeq, newestAt, coveredTo }: typeof recordFeeds.$inferSelect): FeedPosition => ({
  nextSeq,
  newestAt: newestAt?.getTime() ?? Number.NEGATIVE_INFINITY,
  coveredTo: coveredTo?.getTime() ?? null,
});

/** Where the record ends, and where it continues for a feed. */
export interface FeedEnd extends FeedPosition {
  readonly feed: string;
  /** Number of leaves. */
  readonly size: number;
}

/** In one query, because signals wait for it. */
export async function findFeedEnd(tx: Transaction, feed: string): Promise<FeedEnd> {
  const [row] = await tx
    .select({ index: recordLeaves.index, position: recordFeeds })
    .from(recordLeaves)
    .leftJoin(recordFeeds, eq(recordFeeds.feed, feed))
    .orderBy(desc(recordLeaves.index))
    .limit(1);
  return { feed, size: row ? row.index + 1 : 0, ...(row?.position ? getPosition(row.position) : noPosition) };
}

export async function saveFeed(
  tx: Transaction,
  feed: string,
  { nextSeq, newestAt, coveredTo }: FeedPosition,
): Promise<void> {
  const row = {
    nextSeq,
    newestAt: Number.isFinite(newestAt) ? new Date(newestAt) : null,
    coveredTo: coveredTo === null ? null : new Date(coveredTo),
  };
  await tx
    .insert(recordFeeds)
    .values({ feed, ...row })
    .onConflictDoUpdate({ target: recordFeeds.feed, set: row });
}
