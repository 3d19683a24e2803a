import { isId } from '#contract/wire.ts';
import type { DecideReviewBody } from '#contract/reviews.ts';
import type { Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { MailContent, QueueMail } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { lockReview, type ReviewRow, updateReview } from './reviews.repository.ts';

export type DecideReview = (adminId: string, reviewId: string, decision: DecideReviewBody) => Promise<void>;

interface DecideReviewDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly queueMail: QueueMail;
}

/**
 * An administrator publishes or rejects: the decision is audited, and the author is notified when
 * it is new.
 */
export const createDecideReview =
  ({ db, queueMail, clock }: DecideReviewDependencies): DecideReview =>
  (adminId, reviewId, decision) =>
    inTransaction(db, async ({ tx }) => {
      const review = isId(reviewId) ? await lockReview(tx, reviewId) : undefined;
      if (!review) throw apiError('not_found');
      const at = new Date(clock.now());
      const after = listFields(decision, review);
      await updateReview(tx, review.id, { ...after, decidedAt: at });
      if (review.status !== after.status) {
        await queueMail(tx, { userId: review.userId, to: review.email, lang: review.lang, ...toNews(decision) });
      }
      await audit(tx, { adminId, review, after, at });
    });

type Fields = Pick<ReviewRow, 'status' | 'refusedFor' | 'reply'>;

/** An absent reply is left unchanged; null removes it. */
const listFields = (decision: DecideReviewBody, { reply }: ReviewRow): Fields =>
  decision.status === 'published'
    ? { status: 'published', refusedFor: null, reply: decision.reply === undefined ? reply : decision.reply }
    : { status: 'refused', refusedFor: decision.reason, reply: null };

const toNews = (decision: DecideReviewBody): MailContent =>
  decision.status === 'published' ? { kind: 'review_published' } : { kind: 'review_refused', reason: decision.reason };

interface Change {
  readonly adminId: string;
  readonly review: ReviewRow;
  readonly after: Fields;
  readonly at: Date;
}

/** The text is not copied into the audit log, because it may name people. */
const audit = (tx: Transaction, { adminId, review, after, at }: Change): Promise<void> =>
  writeAudit(tx, {
    actorId: adminId,
    action: 'review.decide',
    targetId: review.id,
    before: getState(review),
    after: getState(after),
    at,
  });

const getState = ({ status, refusedFor, reply }: Fields) => ({ status, refusedFor, hasReply: reply !== null });
