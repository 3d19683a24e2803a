import { UserRound } from 'lucide-react';
import type { Review } from '#contract/reviews.ts';
import { dayMs } from '#domain/time.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { RatingBars } from './rating-bars.tsx';

/** A review as plain text, with the author's experience at the time of writing. */
export function ReviewCard({ review }: { review: Review }) {
  const { t, f } = usePhrases();
  const { unit, count } = reviewSpan(review.firstSignalAt, review.writtenAt);
  const seen = `${t('reviews.signals', { count: review.signals })}, ${t(`reviews.${unit}`, { count })}`;
  return (
    <article className="card p-card flex flex-col gap-3">
      <div className="flex items-center justify-between flex-wrap gap-3">
        <div className="flex items-center gap-3 min-w-0">
          <span className="tile">
            <UserRound className="ic" aria-hidden="true" />
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
