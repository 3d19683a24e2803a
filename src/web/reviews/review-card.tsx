import { UserRound } from 'lucide-react';
import type { Review } from '#contract/reviews.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { RatingBars } from './rating-bars.tsx';
import { reviewSpan } from './review-span.ts';

/** A review as plain text, with the author's experience at the time of writing. */
export function ReviewCard({ review }: { review: Review }) {
  const { t, f } = usePhrases();
  const { unit, count } = reviewSpan(review.firstSignalAt, review.writtenAt);
  const seen = `${t('reviews.signals', { count: review.signals })}, ${t(`reviews.${unit}`, { count })}`;
  return (
    <article className="card pad col g3">
      <div className="row sb wr g3">
        <div className="row g3 min-w-0">
          <span className="tile">
            <UserRound className="ic" aria-hidden="true" />
          </span>
          <div className="col min-w-0">
            <b className="t1 break-anywhere">{review.name}</b>
            <span className="s13 t3">
              {seen} · {f.day(Date.parse(review.writtenAt))}
            </span>
          </div>
        </div>
        <RatingBars rating={review.rating} />
      </div>
      <p className="review-text">{review.text}</p>
      {review.reply !== null && (
        <div className="reply">
          <b className="s14 t1">{t('reviews.reply')}</b>
          <p className="s14 review-text">{review.reply}</p>
        </div>
      )}
    </article>
  );
}
