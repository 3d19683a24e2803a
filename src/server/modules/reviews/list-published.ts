import type { PublishedReviews, Review } from '#contract/reviews.ts';
import { toInstant } from '#contract/wire.ts';
import { rejectionReasons, reviewsForAverage } from '#domain/accounts/review.ts';
import { shownName } from '#domain/accounts/shown-name.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import { cutPage, parsePlace, placeCursor } from '#server/http/cursor.ts';
import type { Platform } from '#server/start/platform.ts';
import { countDecided, countRatings, countRejections, listReviews, type WrittenReview } from './reviews.repository.ts';

interface Page {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Counting reads every review, and the endpoint is public. */
const countsHoldMs = 5_000;

export type ListPublished = (page: Page) => Promise<PublishedReviews>;

/** What everyone may read: the reviews, their distribution, and the rejections. */
export function createListPublished({ db, clock }: Pick<Platform, 'db' | 'clock'>): ListPublished {
  const readCounts = cacheAnswer({
    clock,
    ms: countsHoldMs,
    read: () => Promise.all([countRatings(db), countRejections(db), countDecided(db)]),
  });
  return async ({ cursor, limit }) => {
    const [rows, [ratings, errorResponses, decided]] = await Promise.all([
      listReviews(db, { status: 'published', after: parsePlace(cursor), limit: limit + 1 }),
      readCounts(),
    ]);
    const { page, next } = cutPage(rows, limit, ({ writtenAt, id }) => placeCursor(writtenAt, id));
    const reasons = rejectionReasons
      .map((reason) => ({ reason, count: errorResponses.get(reason) ?? 0 }))
      .filter(({ count }) => count > 0);
    return {
      items: page.map(toReviewDto),
      nextCursor: next,
      ...computeSpread(ratings),
      refused: { count: reasons.reduce((sum, { count }) => sum + count, 0), decided, reasons },
    };
  };
}

const grades = [1, 2, 3, 4, 5] as const;

function computeSpread(counted: ReadonlyMap<number, number>): Pick<PublishedReviews, 'total' | 'ratings' | 'average'> {
  const ratings = grades.map((grade) => counted.get(grade) ?? 0);
  const total = ratings.reduce((sum, count) => sum + count, 0);
  const points = ratings.reduce((sum, count, place) => sum + count * (place + 1), 0);
  return { total, ratings, average: total < reviewsForAverage ? null : Math.round((points / total) * 10) / 10 };
}

const toReviewDto = ({
  id,
  rating,
  text,
  reply,
  name,
  email,
  writtenAt,
  signals,
  firstSignalAt,
}: WrittenReview): Review => ({
  id,
  name: shownName(name, email),
  rating,
  text,
  reply,
  writtenAt: toInstant(writtenAt.getTime()),
  signals,
  firstSignalAt: toInstant(firstSignalAt.getTime()),
});
