import { useQuery } from '@tanstack/react-query';
import { MessageSquareText, PenLine, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { reviewPaths } from '#contract/paths.ts';
import type { PublishedReviews, Review } from '#contract/reviews.ts';
import { dayMs } from '#domain/time.ts';
import { publicQuery } from '#web/api/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { getPublic } from '../api/request.ts';
import { useAction } from '../api/use-action.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { optionalView } from '../routing/lazy-view.tsx';
import { useSession } from '../session/session-store.ts';
import { LoadError } from '../ui/feedback/load-error.tsx';
import { showError } from '../ui/feedback/toast.tsx';
import { RatingBars } from './rating-bars.tsx';

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
        {isEmpty && <NoReviews />}
        {reviews && !isEmpty && (
          <div className="rv-g">
            <ReviewsSummary reviews={reviews} />
            <div className="flex flex-col review-list">
              {items.map((review) => (
                <ReviewCard key={review.id} review={review} />
              ))}
              {hasMore && <Button action={loadMore} look="s" className="self-center" text={t('reviews.more')} />}
            </div>
          </div>
        )}
      </div>
    </section>
  );
}

interface ReadReviews {
  /** Undefined: loading or unavailable. */
  readonly reviews: PublishedReviews | undefined;
  readonly items: readonly Review[];
  readonly hasFailed: boolean;
  readonly hasMore: boolean;
  refetch(): void;
  more(): Promise<void>;
}

/** The newest page, with older pages loaded on demand. */
function useReviews(): ReadReviews {
  const { data, error, refetch } = useQuery(publicQuery<PublishedReviews>(reviewPaths.reviews));
  const [older, setOlder] = useState<readonly PublishedReviews[]>([]);
  const next = (older.at(-1) ?? data)?.nextCursor ?? null;
  return {
    reviews: data,
    items: [...(data?.items ?? []), ...older.flatMap(({ items }) => items)],
    hasFailed: error !== null,
    hasMore: next !== null,
    refetch: () => void refetch(),
    more: async () => {
      if (next === null) return;
      const page = await getPublic<PublishedReviews>(`${reviewPaths.reviews}?cursor=${encodeURIComponent(next)}`);
      setOlder((before) => [...before, page]);
    },
  };
}

function NoReviews() {
  const { t } = usePhrases();
  return (
    <div className="card review-empty">
      <MessageSquareText className="ic" />
      <h3 className="h2">{t('reviews.empty')}</h3>
      <p>{t('reviews.emptyText')}</p>
      <WriteReview />
    </div>
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

/**
 * Distribution of the ratings and number of rejected reviews; an average only when there are
 * enough.
 */
function ReviewsSummary({ reviews }: { reviews: PublishedReviews }) {
  const { t, f } = usePhrases();
  const { total, average, ratings } = reviews;
  const max = Math.max(...ratings, 1);
  return (
    <div className="card p-card flex flex-col gap-4 self-start">
      {average === null ? (
        <p className="text-14">{t('reviews.tooFew', { count: total })}</p>
      ) : (
        <div className="flex flex-col gap-1">
          <span className="lab">{t('reviews.average', { count: total })}</span>
          <div className="big">{f.decimal(average, 1)}</div>
        </div>
      )}
      <ul className="rvd">
        {ratings
          .map((count, place) => ({ grade: place + 1, count }))
          .toReversed()
          .map(({ grade, count }) => (
            <li key={grade}>
              <span className="tabular-nums">{grade}</span>
              <span className="bar" aria-hidden="true">
                <i style={{ width: `${(count / max) * 100}%` }} />
              </span>
              <span className="tabular-nums text-ink-3">{f.count(count)}</span>
            </li>
          ))}
      </ul>
      <p className="text-13 text-ink-3">
        {t('reviews.about')} <Refused refused={reviews.refused} />
      </p>
    </div>
  );
}

function Refused({ refused: { count, decided, reasons } }: Pick<PublishedReviews, 'refused'>) {
  const { t, f } = usePhrases();
  if (count === 0) return t('reviews.noneRefused');
  const named = reasons.map(({ reason, count: number }) =>
    t('reviews.reasonCount', { reason: t(`reviews.reasons.${reason}`), number: f.count(number) }),
  );
  return t('reviews.refused', { refused: f.count(count), decided: f.count(decided), reasons: named.join(', ') });
}

/** A review as plain text, with the author's experience at the time of writing. */
function ReviewCard({ review }: { review: Review }) {
  const { t, f } = usePhrases();
  const { unit, count } = reviewSpan(review.firstSignalAt, review.writtenAt);
  const seen = `${t('reviews.signals', { count: review.signals })}, ${t(`reviews.${unit}`, { count })}`;
  return (
    <article className="card p-card flex flex-col gap-3">
      <div className="flex items-center justify-between flex-wrap gap-3">
        <div className="flex items-center gap-3 min-w-0">
          <span className="tile">
            <UserRound className="ic" />
          </span>
          <div className="flex flex-col min-w-0">
            <b className="text-ink-1 wrap-anywhere">{review.name}</b>
            <span className="text-13 text-ink-3">
              {seen} · {f.day(Date.parse(review.writtenAt))}
            </span>
          </div>
        </div>
        <RatingBars rating={review.rating} />
      </div>
      <p className="review-text">{review.text}</p>
      {review.reply !== null && (
        <div className="reply">
          <b className="text-14 text-ink-1">{t('reviews.reply')}</b>
          <p className="text-14 review-text">{review.reply}</p>
        </div>
      )}
    </article>
  );
}

/** How long the author had received signals, in the most suitable unit. */
export function reviewSpan(
  firstSignalAt: string,
  writtenAt: string,
): { unit: 'days' | 'weeks' | 'months'; count: number } {
  const days = Math.max(1, Math.ceil((Date.parse(writtenAt) - Date.parse(firstSignalAt)) / dayMs));
  if (days < 14) return { unit: 'days', count: days };
  return days < 61
    ? { unit: 'weeks', count: Math.floor(days / 7) }
    : { unit: 'months', count: Math.floor(days / 30.44) };
}
