import { usePhrases } from '../language/use-phrases.ts';

/** Five bars and words: a rating is not an award. */
export function RatingBars({ rating }: { rating: number }) {
  const { t } = usePhrases();
  const words = t('reviews.outOf', { rating });
  return (
    <span className="r5" role="img" aria-label={words}>
      {[1, 2, 3, 4, 5].map((grade) => (
        <i key={grade} className={grade <= rating ? 'on' : ''} />
      ))}
      <b className="tabular-nums">{words}</b>
    </span>
  );
}
