import { and, asc, count, desc, eq, inArray, isNotNull, min, ne, type SQL, sql } from 'drizzle-orm';
import type { ReviewStatus } from '#domain/accounts/review.ts';
import type { Language } from '#domain/language.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { isBeyond, type Place } from '#server/database/pages.ts';
import { reviews } from '#server/database/tables/review-tables.ts';
import { signals, users } from '#server/database/schema.ts';

export type ReviewRow = typeof reviews.$inferSelect;
/** With the e-mail address of its author. */
export type WrittenReview = ReviewRow & { readonly email: string };
interface PageOf {
  readonly status: ReviewStatus;
  /** Null: from the first one on. */
  readonly after: Place | null;
  readonly limit: number;
}

const withEmail = { review: reviews, email: users.email };
const flat = ({ review, email }: { review: ReviewRow; email: string }): WrittenReview => ({ ...review, email });

/** Pending ones: oldest first. The others: newest first. */
export async function listReviews(db: Executor, { status, after, limit }: PageOf): Promise<WrittenReview[]> {
  const [order, first] = status === 'pending' ? [asc, 'oldest' as const] : [desc, 'newest' as const];
  const rows = await db
    .select(withEmail)
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(and(eq(reviews.status, status), isBeyond(after, [reviews.writtenAt, reviews.id], first)))
    .orderBy(order(reviews.writtenAt), order(reviews.id))
    .limit(limit);
  return rows.map(flat);
}

const countBy = async <Key extends string | number>(db: Executor, key: SQL<Key>, where: SQL | undefined) => {
  const rows = await db.select({ key, count: count() }).from(reviews).where(where).groupBy(key);
  return new Map(rows.map((row) => [row.key, row.count]));
};

export const countRatings = (db: Executor): Promise<Map<number, number>> =>
  countBy(db, sql<number>`${reviews.rating}`, eq(reviews.status, 'published'));

/** Number of rejections by reason. */
export const countRejections = (db: Executor): Promise<Map<string, number>> =>
  countBy(db, sql<string>`${reviews.refusedFor}`, eq(reviews.status, 'refused'));

export const countStatuses = (db: Executor): Promise<Map<string, number>> =>
  countBy(db, sql<string>`${reviews.status}`, undefined);

/** Number of decided reviews: one that was published and edited later was decided too. */
export const countDecided = (db: Executor): Promise<number> => db.$count(reviews, isNotNull(reviews.decidedAt));

export const findOldestPending = async (db: Executor): Promise<Date | null> =>
  (
    await db
      .select({ at: reviews.writtenAt })
      .from(reviews)
      .where(eq(reviews.status, 'pending'))
      .orderBy(asc(reviews.writtenAt))
      .limit(1)
  )[0]?.at ?? null;

export const findNewest = async (db: Executor, userId: string): Promise<ReviewRow | undefined> =>
  (
    await db
      .select()
      .from(reviews)
      .where(and(eq(reviews.userId, userId), ne(reviews.status, 'replaced')))
      .orderBy(desc(reviews.writtenAt), desc(reviews.id))
      .limit(1)
  )[0];

/** Number of settled signals of a user, without void ones, and when the first was issued. */
export async function countSettled(db: Executor, userId: string): Promise<{ count: number; firstAt: Date | null }> {
  const [row] = await db
    .select({ count: count(), firstAt: min(signals.issuedAt) })
    .from(signals)
    .where(
      and(
        eq(signals.userId, userId),
        eq(signals.status, 'settled'),
        inArray(signals.result, ['successful', 'neutral', 'unsuccessful']),
      ),
    );
  return row ?? { count: 0, firstAt: null };
}

/** A pending one is deleted; a published one is hidden, and still counts as decided. */
export async function replaceOpenReview(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(reviews).where(and(eq(reviews.userId, userId), eq(reviews.status, 'pending')));
  await tx
    .update(reviews)
    .set({ status: 'replaced' })
    .where(and(eq(reviews.userId, userId), eq(reviews.status, 'published')));
}

export const insertReview = async (tx: Transaction, review: typeof reviews.$inferInsert): Promise<ReviewRow> => {
  const [row] = await tx.insert(reviews).values(review).returning();
  if (!row) throw new Error('insert of a review returned no row');
  return row;
};

export const lockReview = async (
  tx: Transaction,
  id: string,
): Promise<(WrittenReview & { lang: Language }) | undefined> => {
  const [row] = await tx
    .select({ ...withEmail, lang: users.lang })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(and(eq(reviews.id, id), ne(reviews.status, 'replaced')))
    .for('no key update', { of: reviews });
  return row && { ...flat(row), lang: row.lang };
};

export const updateReview = async (
  tx: Transaction,
  id: string,
  decision: Pick<ReviewRow, 'status' | 'refusedFor' | 'reply' | 'decidedAt'>,
): Promise<void> => {
  await tx.update(reviews).set(decision).where(eq(reviews.id, id));
};
