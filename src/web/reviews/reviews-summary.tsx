import type { PublishedReviews } from '#contract/reviews.ts';
import { usePhrases } from '../language/use-phrases.ts';

/**
 * Distribution of the ratings and number of rejected reviews; an average only when there are
 * enough.
 */
export function ReviewsSummary({ reviews }: { reviews: PublishedReviews }) {
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
