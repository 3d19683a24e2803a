import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, MessageSquareText, PenLine, UserRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { type Review, type WriteReviewBody, reviewLimits } from '#contract/reviews.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { call } from '#web/api/request.ts';
import { useAction } from '#web/api/use-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session-store.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Note } from '#web/ui/feedback/note.tsx';

const firstPage: string | undefined = undefined;

/** The published reviews, if any, and the button to write one. */
export function ReviewsSection() {
  const { t } = usePhrases();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['public', 'GET /api/reviews'],
    queryFn: ({ pageParam: cursor, signal: abort }) =>
      call('GET /api/reviews', { query: { cursor }, anonymous: true, abort }),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const reviews = data?.pages.flatMap(({ items }) => items);
  const isEmpty = reviews?.length === 0;
  return (
    <section className="sec pt-0" id="reviews" aria-labelledby="reviews-title">
      <div className="wrap">
        <div className="ph mb-[clamp(24px,3vw,40px)] [&>.btn]:whitespace-nowrap phone:flex-wrap phone:[&>.btn]:w-full">
          <div className="flex flex-col gap-3 max-w-170">
            <h2 id="reviews-title" className="h1">
              {t('about.reviews.title')}
            </h2>
            <p className="text-18 leading-[1.55]">{t('about.reviews.lead')}</p>
          </div>
          {!isEmpty && <WriteReview />}
        </div>
        {error && <LoadError title={t('about.reviews.failed')} onRetry={() => void refetch()} />}
        {!error && !data && <span className="sk block h-60 rounded-lg" aria-hidden="true" />}
        {isEmpty && (
          <div className="card grid justify-items-center gap-3 py-12 px-6 text-center [&>.btn]:mt-3">
            <MessageSquareText className="ic size-10 text-ink-3" />
            <h3 className="h2">{t('about.reviews.empty')}</h3>
            <p>{t('about.reviews.emptyText')}</p>
            <WriteReview />
          </div>
        )}
        <div className="flex flex-col gap-gutter">
          {reviews?.map((review) => (
            <ReviewCard key={review.id} review={review} />
          ))}
          {hasNextPage && (
            <Button
              look="s"
              className="self-center"
              isBusy={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
              text={t('about.reviews.more')}
            />
          )}
        </div>
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
      <Button look="s" to={paths.login(lang, `${pathname}#reviews`)} icon={PenLine} text={t('about.reviews.signIn')} />
    );
  }
  return (
    <>
      <Button look="s" onClick={() => setIsOpen(true)} icon={PenLine} text={t('about.reviews.write')} />
      {isOpen && <ReviewDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

const { textMin: min, textMax: max } = reviewLimits;
const grades = [1, 2, 3, 4, 5] as const;

/** A rating, none of them preselected, and a text; the browser names what is missing. */
export function ReviewDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [isSent, setIsSent] = useState(false);
  const { run, isBusy, error } = useAction(async (body: WriteReviewBody) => {
    await call('POST /api/reviews', { body });
    setIsSent(true);
  });
  const [rating, setRating] = useState(0);
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run({ rating, text });
  };
  return (
    <Dialog title={t('about.reviews.form.title')} onClose={onClose}>
      <div role="status">{isSent && <Note icon={Check}>{t('about.reviews.form.sent')}</Note>}</div>
      {!isSent && (
        <form className="flex flex-col gap-4" onSubmit={submit}>
          <fieldset className="field">
            <legend className="flabel">{t('about.reviews.form.rating')}</legend>
            <div className="seg">
              {grades.map((grade) => (
                <label key={grade}>
                  <input className="sr-only" type="radio" name="rating" required onChange={() => setRating(grade)} />
                  {grade}
                </label>
              ))}
            </div>
          </fieldset>
          <label className="field">
            {t('about.reviews.form.text')}
            <textarea
              className="inp-t area"
              rows={5}
              minLength={min}
              maxLength={max}
              required
              onChange={({ target }) => setText(target.value)}
            />
          </label>
          <p className="text-13 text-ink-3">{t('about.reviews.form.publish', { min, max })}</p>
          <p className="text-14 loss" role="alert">
            {error !== null && errorText(error)}
          </p>
          <Button type="submit" look="p" isBusy={isBusy} text={t('about.reviews.form.send')} />
        </form>
      )}
    </Dialog>
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
              {t('about.reviews.signals', { count: signals })} · {f.day(Date.parse(writtenAt))}
            </span>
          </div>
        </div>
        <b className="text-14 text-ink-1 tabular-nums">{t('about.reviews.outOf', { rating })}</b>
      </div>
      <p className="max-w-[68ch] whitespace-pre-line wrap-anywhere">{text}</p>
    </article>
  );
}
