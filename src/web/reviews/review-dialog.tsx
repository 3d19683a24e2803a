import { useQuery } from '@tanstack/react-query';
import { Check, Info } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { reviewPaths } from '#contract/paths.ts';
import type { OwnReview } from '#contract/reviews.ts';
import { reviewLimits } from '#domain/accounts/review.ts';
import { Button } from '#web/ui/button.tsx';
import { getJson } from '../api/request.ts';
import { useAction } from '../api/use-action.ts';
import { useErrorText } from '../language/use-error-text.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loader } from '../ui/feedback/loader.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { FieldMessage } from '../ui/form/field-message.tsx';

const { textMin, textMax, nameMax } = reviewLimits;

/** The user's own review: its status, and a form to write or change it. */
export default function ReviewDialog({ onClose }: { onClose: () => void }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const { data: own, error } = useQuery({
    queryKey: ['own-review'],
    queryFn: () => getJson<OwnReview>(reviewPaths.own),
    staleTime: 0,
  });
  const [isSent, setIsSent] = useState(false);
  return (
    <Dialog title={t('reviews.form.title')} onClose={onClose}>
      {error && (
        <p className="loss" role="alert">
          {errorText(error)}
        </p>
      )}
      {!own && !error && <Loader label={t('common.loading')} />}
      {own?.signals === 0 && <p>{t('reviews.form.needsSignal')}</p>}
      {own && own.signals > 0 && !isSent && <ReviewForm own={own} onSent={() => setIsSent(true)} />}
      <div role="status">{isSent && <Note icon={Check}>{t('reviews.form.sent')}</Note>}</div>
    </Dialog>
  );
}

interface ReviewDraft {
  readonly rating: number | null;
  readonly text: string;
  /** Null: shown as the first letter of the e-mail address. */
  readonly name: string | null;
}

export function ReviewForm({ own, onSent }: { own: OwnReview; onSent: () => void }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [draft, setDraft] = useState<ReviewDraft>(() => toDraft(own));
  const [hasTried, setHasTried] = useState(false);
  const { run, isBusy, error } = useAction(async ({ rating, text, name }: ReviewDraft) => {
    const body = { rating, text, ...(name === null ? {} : { name }) };
    await getJson(reviewPaths.reviews, { method: 'POST', body });
    onSent();
  });
  const errors = hasTried ? reviewErrors(draft) : [];
  const change = (part: Partial<ReviewDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setHasTried(true);
    if (reviewErrors(draft).length === 0) void run(draft);
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      <Standing own={own} />
      <RatingField
        rating={draft.rating}
        isMissing={errors.includes('noRating')}
        onChange={(rating) => change({ rating })}
      />
      <TextField text={draft.text} isShort={errors.includes('noText')} onChange={(text) => change({ text })} />
      <NameFields
        name={draft.name}
        shownWithout={own.shownWithoutName}
        isMissing={errors.includes('noName')}
        onChange={(name) => change({ name })}
      />
      <p className="text-13 text-ink-3">{t('reviews.form.publish')}</p>
      <p className="text-14 loss" role="alert">
        {error !== null && errorText(error)}
      </p>
      <Button type="submit" look="p" isBusy={isBusy} text={t('reviews.form.send')} />
    </form>
  );
}

const toDraft = ({ review }: OwnReview): ReviewDraft => ({
  rating: review?.rating ?? null,
  text: review?.text ?? '',
  name: review?.name ?? null,
});

type ReviewError = 'noRating' | 'noText' | 'noName';

/** Missing fields before the review can be sent. */
function reviewErrors({ rating, text, name }: ReviewDraft): ReviewError[] {
  const errors: ReviewError[] = [];
  if (rating === null) errors.push('noRating');
  if (text.trim().length < textMin) errors.push('noText');
  if (name !== null && name.trim() === '') errors.push('noName');
  return errors;
}

/** Status of the previous review. */
function Standing({ own: { review } }: { own: OwnReview }) {
  const { t } = usePhrases();
  if (!review) return null;
  const reason = review.refusedFor;
  return (
    <Note icon={Info}>
      {review.status === 'refused' && reason !== null
        ? t('reviews.form.wasRefused', { reason: t(`reviews.reasons.${reason}`) })
        : t(review.status === 'pending' ? 'reviews.form.pending' : 'reviews.form.published')}
    </Note>
  );
}

interface RatingFieldProps {
  readonly rating: number | null;
  readonly isMissing: boolean;
  readonly onChange: (rating: number) => void;
}

const grades = [1, 2, 3, 4, 5] as const;

/** Five options, none of them preselected. */
function RatingField({ rating, isMissing, onChange }: RatingFieldProps) {
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

function TextField({ text, isShort, onChange }: { text: string; isShort: boolean; onChange: (text: string) => void }) {
  const { t } = usePhrases();
  return (
    <div className="field">
      <label htmlFor="review-text">{t('reviews.form.text')}</label>
      <textarea
        id="review-text"
        className="inp-t area"
        rows={5}
        maxLength={textMax}
        aria-invalid={isShort}
        aria-describedby="review-text-hint review-text-message"
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className="msg items-center justify-between" id="review-text-hint">
        <span>{t('reviews.form.textHint', { min: textMin, max: textMax })}</span>
        <span className="tabular-nums">{t('reviews.form.length', { length: text.trim().length, max: textMax })}</span>
      </div>
      <FieldMessage id="review-text-message" text={isShort ? t('reviews.form.noText', { min: textMin }) : undefined} />
    </div>
  );
}

interface NameFieldsProps {
  /** Null: not shown. */
  readonly name: string | null;
  readonly shownWithout: string;
  readonly isMissing: boolean;
  readonly onChange: (name: string | null) => void;
}

/** Names are shown only for users who opted in. */
function NameFields({ name, shownWithout, isMissing, onChange }: NameFieldsProps) {
  const { t } = usePhrases();
  return (
    <>
      <label className="check text-14">
        <input
          type="checkbox"
          checked={name !== null}
          onChange={({ target }) => onChange(target.checked ? '' : null)}
        />
        <span className="cb" aria-hidden="true">
          <Check className="ic" />
        </span>
        <span>{t('reviews.form.showName')}</span>
      </label>
      {name === null ? (
        <p className="text-13 text-ink-3">{t('reviews.form.withoutName', { shown: shownWithout })}</p>
      ) : (
        <div className="field">
          <label htmlFor="review-name">{t('reviews.form.name')}</label>
          <input
            id="review-name"
            className="inp-t"
            maxLength={nameMax}
            aria-invalid={isMissing}
            aria-describedby="review-name-hint review-name-message"
            value={name}
            onChange={({ target }) => onChange(target.value)}
          />
          <div className="msg" id="review-name-hint">
            {t('reviews.form.nameHint')}
          </div>
          <FieldMessage id="review-name-message" text={isMissing ? t('reviews.form.noName') : undefined} />
        </div>
      )}
    </>
  );
}
