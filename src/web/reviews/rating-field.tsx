import { usePhrases } from '../language/use-phrases.ts';
import { FieldMessage } from '../ui/form/field-message.tsx';

interface RatingFieldProps {
  readonly rating: number | null;
  readonly isMissing: boolean;
  readonly onChange: (rating: number) => void;
}

const grades = [1, 2, 3, 4, 5] as const;

/** Five options, none of them preselected. */
export function RatingField({ rating, isMissing, onChange }: RatingFieldProps) {
  const { t } = usePhrases();
  return (
    <fieldset className="field" aria-describedby="review-rating-message">
      <legend className="flabel">{t('reviews.form.rating')}</legend>
      <div className="review-grades">
        {grades.map((grade) => (
          <label key={grade} className={grade === rating ? 'on' : ''}>
            <input
              className="sr-only"
              type="radio"
              name="rating"
              value={grade}
              checked={grade === rating}
              onChange={() => onChange(grade)}
            />
            <b className="tabular-nums">{grade}</b>
            <span>{t(`reviews.form.ratings.r${grade}`)}</span>
          </label>
        ))}
      </div>
      <FieldMessage id="review-rating-message" text={isMissing ? t('reviews.form.noRating') : undefined} />
    </fieldset>
  );
}
