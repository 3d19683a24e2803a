import { MessageSquareText, PenLine } from 'lucide-react';
import { lazy, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useAction } from '../api/use-action.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session/session-store.ts';
import { Optional } from '../ui/optional.tsx';
import { showError } from '../ui/feedback/toast.tsx';
import { LoadError } from '../ui/feedback/load-error.tsx';
import { ReviewCard } from './review-card.tsx';
import { ReviewsSummary } from './reviews-summary.tsx';
import { useReviews } from './use-reviews.ts';

/** Lazy-loaded when the user wants to write. */
const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog.tsx')).ReviewDialog }));

/** The published reviews, if any, and the button to write one. */
export function ReviewsSection() {
  const { t } = usePhrases();
  const { reviews, items, hasFailed, hasMore, refetch, more } = useReviews();
  const loadMore = useAction(more, () => showError(t('reviews.failed')));
  const isEmpty = reviews?.total === 0;
  return (
    <section className="sec contest-sec" id="reviews" aria-labelledby="reviews-title">
      <div className="wrap">
        <div className="ph rvh">
          <div className="flex flex-col gap-3 review-lead">
            <h2 id="reviews-title" className="h1">
              {t('reviews.title')}
            </h2>
            <p>{t('reviews.lead')}</p>
          </div>
          {!isEmpty && <WriteReview />}
        </div>
        {hasFailed && !reviews && <LoadError title={t('reviews.failed')} onRetry={refetch} />}
        {!hasFailed && !reviews && <span className="sk review-wait" aria-hidden="true" />}
        {isEmpty && <Empty />}
        {reviews && !isEmpty && (
          <div className="rv-g">
            <ReviewsSummary reviews={reviews} />
            <div className="flex flex-col review-list">
              {items.map((review) => (
                <ReviewCard key={review.id} review={review} />
              ))}
              {hasMore && (
                <button type="button" className="btn btn-s self-center" onClick={() => void loadMore.run()}>
                  {t('reviews.more')}
                </button>
              )}
            </div>
          </div>
        )}
      </div>
    </section>
  );
}

/** The form for signed-in users; for others the sign-in link with a return to here. */
function WriteReview() {
  const { t, lang } = usePhrases();
  const session = useSession();
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  if (session.kind !== 'in') {
    return (
      <Link className="btn btn-s" to={paths.login(lang, `${pathname}#reviews`)}>
        <PenLine className="ic" aria-hidden="true" />
        {t('reviews.signIn')}
      </Link>
    );
  }
  return (
    <>
      <button type="button" className="btn btn-s" onClick={() => setIsOpen(true)}>
        <PenLine className="ic" aria-hidden="true" />
        {t('reviews.write')}
      </button>
      {isOpen && (
        <Optional>
          <ReviewDialog userId={session.user.id} onClose={() => setIsOpen(false)} />
        </Optional>
      )}
    </>
  );
}

function Empty() {
  const { t } = usePhrases();
  return (
    <div className="card review-empty">
      <MessageSquareText className="ic" aria-hidden="true" />
      <h3 className="h2">{t('reviews.empty')}</h3>
      <p>{t('reviews.emptyText')}</p>
      <WriteReview />
    </div>
  );
}
