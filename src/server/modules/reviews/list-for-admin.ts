import type { AdminReview, AdminReviews } from '#contract/reviews.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { type ReviewStatus, reviewStatuses } from '#domain/accounts/review.ts';
import { shownName } from '#domain/accounts/shown-name.ts';
import type { Database } from '#server/database/connection.ts';
import { cutPage, parsePlace, placeCursor } from '#server/http/cursor.ts';
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
      listReviews(db, { status, after: parsePlace(cursor), limit: limit + 1 }),
      countStatuses(db),
      findOldestPending(db),
    ]);
    const { page, next } = cutPage(rows, limit, ({ writtenAt, id }) => placeCursor(writtenAt, id));
    const [pending = 0, published = 0, refused = 0] = reviewStatuses.map((name) => counts.get(name));
    return {
      items: page.flatMap(toAdminReviewDtos),
      nextCursor: next,
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

const maxShown = 5;

const signs: readonly RegExp[] = [
  /(?:https?:\/\/|www\.)\S+/giu,
  /(?<![\p{L}\p{N}@.])[\p{L}\p{N}-]+\.(?:com|net|org|io|me|ru|ua|top|xyz|biz|info|online|shop|pro)\b(?:\/\S*)?/giu,
  /(?<![\p{L}\p{N}.])@[\p{L}\p{N}_]{3,}/giu,
  /(?:\+|\b)\d[\d ()-]{8,}\d/gu,
  /(?:телеграм|telegram|канал\p{L}*|промокод\p{L}*|promo ?code|посилання в профілі|ссылка в профиле|link in (?:the )?bio)/giu,
  /\b(?:8\d|9\d|100)\s?%/gu,
];

/**
 * Passages that look like advertising, as written: addresses, handles, phone numbers, promises of a
 * hit rate.
 */
export function advertisingSigns(text: string): string[] {
  const found = signs.flatMap((sign) => [...text.matchAll(sign)].map(([match]) => match.trim()));
  return [...new Set(found)].slice(0, maxShown);
}
