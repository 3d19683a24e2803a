import { randomUUID } from 'node:crypto';
import type { OwnReview, WriteReviewBody } from '#contract/reviews.ts';
import { toInstant } from '#contract/wire.ts';
import { shownName } from '#domain/accounts/shown-name.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { lockAccount } from '#server/database/locks.ts';
import { apiError } from '#server/http/api-error.ts';
import { hourMs } from '#domain/time.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { countSettled, findNewest, insertReview, replaceOpenReview, type ReviewRow } from './reviews.repository.ts';

type Author = User;
export type WriteReview = (author: Author, body: WriteReviewBody) => Promise<OwnReview>;
export type ReadOwnReview = (author: Author) => Promise<OwnReview>;

interface WriteReviewDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly attempts: Pick<Attempts, 'take'>;
  /** The operator's own staff may not write reviews. */
  readonly isOwnPerson: (user: User) => boolean;
}

/** An administrator reads each of them. */
const writtenAnHour = { max: 5, windowMs: hourMs };

/** Requires a settled signal; a new text replaces the previous one and waits again. */
export const createWriteReview =
  ({ db, attempts, isOwnPerson, clock }: WriteReviewDependencies): WriteReview =>
  async (author, { rating, text, name = null }) => {
    if (!author.isActivated) throw apiError('email_not_activated');
    if (isOwnPerson(author)) throw apiError('forbidden');
    const settled = await countSettled(db, author.id);
    if (settled.firstAt === null) throw apiError('review_not_allowed');
    const { count: signals, firstAt: firstSignalAt } = settled;
    await attempts.take('review', author.id, writtenAnHour);
    const review = await inTransaction(db, async ({ tx }) => {
      if (!(await lockAccount(tx, author.id))) throw apiError('unauthenticated');
      await replaceOpenReview(tx, author.id);
      const writtenAt = new Date(clock.now());
      const written = { id: randomUUID(), userId: author.id, rating, text, name, signals, firstSignalAt, writtenAt };
      return insertReview(tx, { ...written, status: 'pending' });
    });
    return toOwnReviewDto(author, review, signals);
  };

export const createReadOwnReview =
  (db: Database): ReadOwnReview =>
  async (author) => {
    const [review, settled] = await Promise.all([findNewest(db, author.id), countSettled(db, author.id)]);
    return toOwnReviewDto(author, review, settled.count);
  };

function toOwnReviewDto({ email }: Pick<Author, 'email'>, review: ReviewRow | undefined, signals: number): OwnReview {
  const shownWithoutName = shownName(null, email);
  if (!review || review.status === 'replaced') return { review: null, signals, shownWithoutName };
  const { id, rating, text, reply, name, status, refusedFor } = review;
  const at = {
    writtenAt: toInstant(review.writtenAt.getTime()),
    firstSignalAt: toInstant(review.firstSignalAt.getTime()),
  };
  const shownAs = shownName(name, email);
  const own = { id, rating, text, reply, name, shownAs, status, refusedFor, signals: review.signals, ...at };
  return { review: own, signals, shownWithoutName };
}
