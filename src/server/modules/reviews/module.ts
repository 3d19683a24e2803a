import {
  type AdminReview,
  type AdminReviews,
  type AdminReviewsQuery,
  type DecideReviewBody,
  type Review,
  reviewEndpoints,
  type WriteReviewBody,
  type ReviewStatus,
} from '#contract/reviews.ts';
import { type AccountsApi, getUser, type User } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, ne } from 'drizzle-orm';
import { isId, toInstant } from '#contract/wire.ts';
import { firstLetter } from '#domain/accounts/email.ts';
import { hourMs } from '#domain/time.ts';
import { type Executor, inTransaction } from '#server/database/connection.ts';
import { lockAccount } from '#server/database/locks.ts';
import { isBeyond, type PagePosition } from '#server/database/pages.ts';
import { signals, users } from '#server/database/schema.ts';
import { reviews } from '#server/database/tables/review-tables.ts';
import { apiError } from '#server/http/api-error.ts';
import { cutPage, parsePosition, positionCursor } from '#server/http/cursor.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';

interface ReviewsContext extends Platform {
  readonly accounts: AccountsApi;
}

/** Reviews of users: written, approved by an administrator, shown. */
export const reviewsModule = (ctx: ReviewsContext): ServerModule => ({
  routes: [
    serveEndpoints(reviewEndpoints, ctx.accounts.guards, {
      'GET /api/reviews': async (request) => {
        const { items, nextCursor } = await listReviews(ctx, { ...request.query, status: 'published' });
        return { items: items.map(({ email: _email, status: _status, ...review }): Review => review), nextCursor };
      },
      'POST /api/reviews': (request) => writeReview(ctx, getUser(request), request.body),
      'GET /api/admin/reviews': (request) => listReviews(ctx, request.query),
      'PATCH /api/admin/reviews/:id': (request) =>
        decideReview(ctx, { adminId: getUser(request).id, reviewId: request.params.id, decision: request.body }),
    }),
  ],
  api: {},
  components: [],
});

/** An administrator reads each of them. */
const writtenAnHour = { max: 5, windowMs: hourMs };

/**
 * Requires a settled signal, and is not for the operator's own staff; a new text replaces the
 * previous one and waits again.
 */
async function writeReview(ctx: ReviewsContext, author: User, { rating, text }: WriteReviewBody) {
  const { db, clock, attempts, accounts } = ctx;
  if (!author.isActivated) throw apiError('email_not_activated');
  if (accounts.isInternal(author.email) || accounts.isAdmin(author)) throw apiError('forbidden');
  const settled = await countSettled(db, author.id);
  if (settled === 0) throw apiError('review_not_allowed');
  await attempts.take('review', author.id, writtenAnHour);
  const status = 'pending' as const;
  const written = { id: randomUUID(), rating, text, signals: settled, writtenAt: new Date(clock.now()), status };
  await inTransaction(db, async ({ tx }) => {
    if (!(await lockAccount(tx, author.id))) throw apiError('unauthenticated');
    await tx
      .insert(reviews)
      .values({ ...written, userId: author.id })
      .onConflictDoUpdate({ target: reviews.userId, set: written });
  });
  return { id: written.id, status };
}

/** Settled signals of a user, practice included, without void ones. */
const countSettled = (db: Executor, userId: string): Promise<number> =>
  db.$count(signals, and(eq(signals.userId, userId), eq(signals.status, 'settled'), ne(signals.result, 'void')));

/** With what only administrators may see. */
async function listReviews(
  { db }: ReviewsContext,
  { status, cursor, limit }: AdminReviewsQuery,
): Promise<AdminReviews> {
  const rows = await selectReviews(db, { status, after: parsePosition(cursor), limit: limit + 1 });
  const { page, next } = cutPage(rows, limit, ({ writtenAt, id }) => positionCursor(writtenAt, id));
  const items = page.map(
    ({ writtenAt, ...review }): AdminReview => ({
      ...review,
      name: `${firstLetter(review.email)}.`,
      writtenAt: toInstant(writtenAt.getTime()),
    }),
  );
  return { items, nextCursor: next };
}

type PageOfReviews = { status: ReviewStatus; after: PagePosition | null; limit: number };

/** Pending ones: oldest first. The others: newest first. */
export function selectReviews(db: Executor, { status, after, limit }: PageOfReviews) {
  const [order, first] = status === 'pending' ? [asc, 'oldest' as const] : [desc, 'newest' as const];
  const { id, rating, text, signals: count, writtenAt } = reviews;
  return db
    .select({ id, rating, text, signals: count, writtenAt, status: reviews.status, email: users.email })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(and(eq(reviews.status, status), isBeyond(after, [writtenAt, id], first)))
    .orderBy(order(writtenAt), order(id))
    .limit(limit);
}

/** An administrator publishes or refuses: audited without the text, because it may name people. */
const decideReview = (
  { db, clock }: ReviewsContext,
  { adminId, reviewId, decision: { status } }: { adminId: string; reviewId: string; decision: DecideReviewBody },
): Promise<void> =>
  inTransaction(db, async ({ tx }) => {
    if (!isId(reviewId)) throw apiError('not_found');
    const [before] = await tx.select().from(reviews).where(eq(reviews.id, reviewId)).for('no key update');
    if (!before) throw apiError('not_found');
    await tx.update(reviews).set({ status }).where(eq(reviews.id, reviewId));
    await writeAudit(tx, {
      actorId: adminId,
      action: 'review.decide',
      targetId: reviewId,
      before: { status: before.status },
      after: { status },
      at: new Date(clock.now()),
    });
  });
