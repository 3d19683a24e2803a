import { useState } from 'react';
import type { AdminReview } from '#contract/reviews.ts';
import { reviewLimits } from '#domain/accounts/review.ts';
import { decideReview } from '#web/api/calls/admin-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';

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
    <ActionDialog
      variant="operator"
      title={t('admin.reviews.replyTitle')}
      confirm={t('admin.reviews.replySend')}
      cancel={t('admin.reviews.keep')}
      act={() => decideReview(review.id, { status: 'published', reply })}
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
    </ActionDialog>
  );
}
