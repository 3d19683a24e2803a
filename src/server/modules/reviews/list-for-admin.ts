import type { AdminReview, AdminReviews } from '#contract/reviews.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { advertisingSigns } from '#domain/accounts/advertising-signs.ts';
import { type ReviewStatus, reviewStatuses } from '#domain/accounts/review.ts';
import { shownName } from '#domain/accounts/shown-name.ts';
import type { Database } from '#server/database/connection.ts';
import { toCursor, resolvePlace } from './review-place.ts';
import { countStatuses, findOldestPending, listReviews, type WrittenReview } from './reviews.repository.ts';

interface Page {
  readonly status: ReviewStatus;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export type ListReviewsForAdmin = (page: Page) => Promise<AdminReviews>;

export const createListReviewsForAdmin =
  (db: Database): ListReviewsForAdmin =>
  async ({ status, cursor, limit }) => {
    const [rows, counts, oldest] = await Promise.all([
      listReviews(db, { status, after: resolvePlace(cursor), limit: limit + 1 }),
      countStatuses(db),
      findOldestPending(db),
    ]);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const [pending = 0, published = 0, refused = 0] = reviewStatuses.map((name) => counts.get(name));
    return {
      items: page.flatMap(toAdminReviewDtos),
      nextCursor: last ? toCursor(last) : null,
      counts: { pending, published, refused },
      oldestPendingAt: toInstantOrNull(oldest),
    };
  };

function toAdminReviewDtos(review: WrittenReview): AdminReview[] {
  const { id, rating, text, reply, signals, email, status, refusedFor, decidedAt } = review;
  if (status === 'replaced') return [];
  return [
    {
      id,
      rating,
      text,
      reply,
      signals,
      email,
      status,
      refusedFor,
      shownAs: shownName(review.name, email),
      writtenAt: toInstant(review.writtenAt.getTime()),
      firstSignalAt: toInstant(review.firstSignalAt.getTime()),
      decidedAt: toInstantOrNull(decidedAt),
      signs: advertisingSigns(text),
    },
  ];
}
