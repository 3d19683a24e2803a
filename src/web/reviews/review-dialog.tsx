import { Check } from 'lucide-react';
import { useState } from 'react';
import type { OwnReview } from '#contract/reviews.ts';
import { reviewPaths } from '#contract/paths.ts';
import { usePublicRead } from '../api/use-public-read.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { useErrorText } from '../language/use-error-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Loader } from '../ui/feedback/loader.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { ReviewForm } from './review-form.tsx';

/** The user's own review: its status, and a form to write or change it. */
export function ReviewDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const { data: own, error } = usePublicRead<OwnReview>(reviewPaths.own, { userId });
  const [isSent, setIsSent] = useState(false);
  return (
    <Dialog title={<h2 className="h3">{t('reviews.form.title')}</h2>} closeLabel={t('common.close')} onClose={onClose}>
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
