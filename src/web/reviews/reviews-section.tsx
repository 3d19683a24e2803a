import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquareText, PenLine, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { reviewPaths } from '#contract/paths.ts';
import type { PublishedReviews, Review } from '#contract/reviews.ts';
import { Button } from '#web/ui/button.tsx';
import { publicQuery } from '../api/queries.ts';
import { getPublic } from '../api/request.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { optionalView } from '../routing/lazy-view.tsx';
import { useSession } from '../session/session-store.ts';
import { LoadError } from '../ui/feedback/load-error.tsx';

/** The published reviews, if any, and the button to write one. */
export function ReviewsSection() {
  const { t } = usePhrases();
  const { queryKey } = publicQuery(reviewPaths.reviews);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => getPublic<PublishedReviews>(`${reviewPaths.reviews}${pageParam}`, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor && `?cursor=${encodeURIComponent(nextCursor)}`,
  });
  const reviews = data?.pages.flatMap(({ items }) => items);
  const isEmpty = reviews?.length === 0;
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
        {error && <LoadError title={t('reviews.failed')} onRetry={() => void refetch()} />}
        {!error && !data && <span className="sk review-wait" aria-hidden="true" />}
        {isEmpty && (
          <div className="card review-empty">
            <MessageSquareText className="ic" />
            <h3 className="h2">{t('reviews.empty')}</h3>
            <p>{t('reviews.emptyText')}</p>
            <WriteReview />
          </div>
        )}
        <div className="flex flex-col review-list">
          {reviews?.map((review) => (
            <ReviewCard key={review.id} review={review} />
          ))}
          {hasNextPage && (
            <Button
              look="s"
              className="self-center"
              isBusy={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
              text={t('reviews.more')}
            />
          )}
        </div>
      </div>
    </section>
  );
}

/** Lazy-loaded when the user wants to write. */
const ReviewDialog = optionalView(() => import('./review-dialog.tsx'));

/** The form for signed-in users; for others the sign-in link with a return to here. */
function WriteReview() {
  const { t, lang } = usePhrases();
  const session = useSession();
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  if (session.kind !== 'in') {
    return <Button look="s" to={paths.login(lang, `${pathname}#reviews`)} icon={PenLine} text={t('reviews.signIn')} />;
  }
  return (
    <>
      <Button look="s" onClick={() => setIsOpen(true)} icon={PenLine} text={t('reviews.write')} />
      {isOpen && <ReviewDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** A review as plain text, with the author's experience at the time of writing. */
function ReviewCard({ review: { name, rating, text, signals, writtenAt } }: { readonly review: Review }) {
  const { t, f } = usePhrases();
  return (
    <article className="card p-card flex flex-col gap-3">
      <div className="flex items-center justify-between flex-wrap gap-3">
        <div className="flex items-center gap-3">
          <span className="tile">
            <UserRound className="ic" />
          </span>
          <div className="flex flex-col">
            <b className="text-ink-1">{name}</b>
            <span className="text-13 text-ink-3">
              {t('reviews.signals', { count: signals })} · {f.day(Date.parse(writtenAt))}
            </span>
          </div>
        </div>
        <b className="text-14 text-ink-1 tabular-nums">{t('reviews.outOf', { rating })}</b>
      </div>
      <p className="review-text">{text}</p>
    </article>
  );
}
