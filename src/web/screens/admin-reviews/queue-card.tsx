import { Check, Info, Reply, TriangleAlert, UserRound } from 'lucide-react';
import type { AdminReview } from '#contract/reviews.ts';
import { decideReview } from '#web/api/calls/admin-calls.ts';
import { useAction } from '#web/api/use-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { RatingBars } from '#web/reviews/rating-bars.tsx';
import { useErrorToast } from '#web/ui/feedback/toast.tsx';

interface QueueCardProps {
  readonly review: AdminReview;
  readonly onDone: () => void;
  readonly onReply: () => void;
  readonly onReject: () => void;
}

/** For a low rating, the card points out that it is not a reason for rejection. */
const isLow = ({ rating }: AdminReview): boolean => rating <= 2;

export function QueueCard({ review, onDone, onReply, onReject }: QueueCardProps) {
  const { t } = usePhrases();
  const { status, signs, refusedFor, reply } = review;
  return (
    <article className="card">
      <div className="p-card flex flex-col gap-3">
        <Author review={review} />
        <p className="review-text">{review.text}</p>
        {reply !== null && (
          <div className="reply">
            <b className="text-14 text-ink-1">{t('reviews.reply')}</b>
            <p className="text-14 review-text">{reply}</p>
          </div>
        )}
        {isLow(review) && status === 'pending' && (
          <span className="chip equal tall">
            <Info className="ic" aria-hidden="true" />
            {t('admin.reviews.negative')}
          </span>
        )}
        {signs.length > 0 && (
          <span className="chip warn tall">
            <TriangleAlert className="ic" aria-hidden="true" />
            {t('admin.reviews.looksLike', { signs: signs.map((sign) => `«${sign}»`).join(', ') })}
          </span>
        )}
        {refusedFor !== null && (
          <p className="text-14 text-ink-3">
            {t('admin.reviews.refusedFor', { reason: t(`reviews.reasons.${refusedFor}`) })}
          </p>
        )}
      </div>
      <div className="queue-acts">
        {status !== 'published' && <PublishButton id={review.id} onDone={onDone} />}
        <button type="button" className="btn btn-s btn-sm" onClick={onReply}>
          <Reply className="ic" aria-hidden="true" />
          {t(reply === null ? 'admin.reviews.reply' : 'admin.reviews.changeReply')}
        </button>
        {status !== 'refused' && (
          <button type="button" className="btn btn-g btn-sm" onClick={onReject}>
            {t('admin.reviews.refuse')}
          </button>
        )}
      </div>
    </article>
  );
}

function Author({ review }: { review: AdminReview }) {
  const { t } = usePhrases();
  const signals = t('reviews.signals', { count: review.signals });
  return (
    <div className="flex items-center justify-between flex-wrap gap-3">
      <div className="flex items-center gap-3 min-w-0">
        <span className="tile">
          <UserRound className="ic" aria-hidden="true" />
        </span>
        <div className="flex flex-col min-w-0">
          <b className="text-ink-1 wrap-anywhere">{review.email}</b>
          <span className="text-13 text-ink-3 wrap-anywhere">
            {t('admin.reviews.shownAs', { signals, name: review.shownAs })}
          </span>
        </div>
      </div>
      <RatingBars rating={review.rating} />
    </div>
  );
}

function PublishButton({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = usePhrases();
  const { run, isBusy } = useAction(() => decideReview(id, { status: 'published' }).then(onDone), useErrorToast());
  return (
    <button type="button" className="btn btn-p btn-sm" aria-busy={isBusy} disabled={isBusy} onClick={() => void run()}>
      <Check className="ic" aria-hidden="true" />
      {t('admin.reviews.publish')}
    </button>
  );
}
