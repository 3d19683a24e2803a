import { useState } from 'react';
import type { AdminReview } from '#contract/reviews.ts';
import { reviewLimits } from '#domain/accounts/review.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DecisionForm } from './decision-form.tsx';

interface ReplyDialogProps {
  readonly review: AdminReview;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A reply is published together with its review; there are no private replies. */
export function ReplyDialog({ review, onDone, onClose }: ReplyDialogProps) {
  const { t } = usePhrases();
  const [text, setText] = useState(review.reply ?? '');
  const reply = text.trim() === '' ? null : text.trim();
  return (
    <Dialog
      title={<h2 className="h3">{t('admin.reviews.replyTitle')}</h2>}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <DecisionForm
        review={review}
        decision={{ status: 'published', reply }}
        confirm={t('admin.reviews.replySend')}
        onDone={onDone}
        onClose={onClose}
      >
        <div className="field">
          <label htmlFor="reply">{t('admin.reviews.replyTitle')}</label>
          <textarea
            id="reply"
            className="inp-t area"
            rows={5}
            maxLength={reviewLimits.replyMax}
            aria-describedby="reply-hint"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <div className="msg" id="reply-hint">
            {t('admin.reviews.replyText')}
          </div>
        </div>
      </DecisionForm>
    </Dialog>
  );
}
