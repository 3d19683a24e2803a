import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OwnReview } from '#contract/reviews.ts';
import { reviewPaths } from '#contract/review-paths.ts';
import { getJson } from '../api/request.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { useErrorText } from '../language/use-error-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loader } from '../ui/loader.tsx';
import { Note } from '../ui/note.tsx';
import { ReviewForm } from './review-form.tsx';

/** The user's own review: its status, and a form to write or change it. */
export function ReviewDialog({ onClose }: { onClose: () => void }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [own, setOwn] = useState<OwnReview | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    getJson<OwnReview>(reviewPaths.own, { abort: stop.signal })
      .then(setOwn)
      .catch((error: unknown) => !stop.signal.aborted && setFailure(error));
    return () => stop.abort();
  }, []);
  return (
    <Dialog title={<h2 className="h3">{t('reviews.form.title')}</h2>} closeLabel={t('common.close')} onClose={onClose}>
      {failure !== null && (
        <p className="loss" role="alert">
          {errorText(failure)}
        </p>
      )}
      {!own && failure === null && <Loader label={t('common.loading')} />}
      {own?.signals === 0 && <p>{t('reviews.form.needsSignal')}</p>}
      {own && own.signals > 0 && !isSent && <ReviewForm own={own} onSent={() => setSent(true)} />}
      <div role="status">{isSent && <Note icon={Check}>{t('reviews.form.sent')}</Note>}</div>
    </Dialog>
  );
}
