import { useState } from 'react';
import type { AdminReview } from '#contract/reviews.ts';
import { type RejectionReason, rejectionReasons } from '#domain/accounts/review.ts';
import { decideReview } from '#web/api/calls/admin-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { RadioList } from '#web/admin/radio-list.tsx';

interface RejectDialogProps {
  readonly review: AdminReview;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** One of three reasons; a low rating is not one of them. */
export function RejectDialog({ review, onDone, onClose }: RejectDialogProps) {
  const { t } = usePhrases();
  const [reason, setReason] = useState<RejectionReason | null>(null);
  return (
    <ActionDialog
      variant="operator"
      title={t('admin.reviews.refuseTitle')}
      confirm={t('admin.reviews.refuseConfirm')}
      cancel={t('admin.reviews.keep')}
      isReady={reason !== null}
      act={async () => reason && decideReview(review.id, { status: 'refused', reason })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('admin.reviews.refuseText')}</p>
      <RadioList
        legend={t('admin.reviews.reason')}
        name="reason"
        options={rejectionReasons}
        chosen={reason}
        label={(one) => t(`admin.reviews.whyReasons.${one}`)}
        onChoose={setReason}
      />
    </ActionDialog>
  );
}
