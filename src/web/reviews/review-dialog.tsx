import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { reviewPaths } from '#contract/paths.ts';
import { reviewLimits } from '#domain/accounts/review.ts';
import { Button } from '#web/ui/button.tsx';
import { getJson } from '../api/request.ts';
import { useErrorText } from '../language/use-error-text.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { FieldMessage } from '../ui/form/field-message.tsx';

const { textMin: min, textMax: max } = reviewLimits;
const grades = [1, 2, 3, 4, 5] as const;

/** A rating, none of them preselected, and a text. */
export default function ReviewDialog({ onClose }: { onClose: () => void }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [rating, setRating] = useState<number | null>(null);
  const [text, setText] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const isShort = text.trim().length < min;
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => getJson(reviewPaths.reviews, { method: 'POST', body: { rating, text } }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setHasTried(true);
    if (rating !== null && !isShort) mutate();
  };
  return (
    <Dialog title={t('reviews.form.title')} onClose={onClose}>
      <div role="status">{isSuccess && <Note icon={Check}>{t('reviews.form.sent')}</Note>}</div>
      {!isSuccess && (
        <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
          <fieldset className="field" aria-describedby="review-rating-message">
            <legend className="flabel">{t('reviews.form.rating')}</legend>
            <div className="review-grades">
              {grades.map((grade) => (
                <label key={grade} className={grade === rating ? 'on' : ''}>
                  <input
                    className="sr-only"
                    type="radio"
                    name="rating"
                    checked={grade === rating}
                    onChange={() => setRating(grade)}
                  />
                  <b className="tabular-nums">{grade}</b>
                  <span>{t(`reviews.form.ratings.r${grade}`)}</span>
                </label>
              ))}
            </div>
            <FieldMessage
              id="review-rating-message"
              text={hasTried && rating === null ? t('reviews.form.noRating') : undefined}
            />
          </fieldset>
          <div className="field">
            <label htmlFor="review-text">{t('reviews.form.text')}</label>
            <textarea
              id="review-text"
              className="inp-t area"
              rows={5}
              maxLength={max}
              aria-invalid={hasTried && isShort}
              aria-describedby="review-text-hint review-text-message"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <div className="msg" id="review-text-hint">
              {t('reviews.form.textHint', { min, max })}
            </div>
            <FieldMessage
              id="review-text-message"
              text={hasTried && isShort ? t('reviews.form.noText', { min }) : undefined}
            />
          </div>
          <p className="text-13 text-ink-3">{t('reviews.form.publish')}</p>
          <p className="text-14 loss" role="alert">
            {error !== null && errorText(error)}
          </p>
          <Button type="submit" look="p" isBusy={isPending} text={t('reviews.form.send')} />
        </form>
      )}
    </Dialog>
  );
}
