import { type FormEvent, type ReactNode, useState } from 'react';
import type { AdminReview, DecideReviewBody } from '#contract/reviews.ts';
import { decideReview } from '#web/api/admin-reviews-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorText } from '#web/language/use-error-text.ts';

interface DecisionFormProps {
  readonly review: AdminReview;
  /** Null: not chosen yet. */
  readonly decision: DecideReviewBody | null;
  readonly confirm: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Footer of both dialogs: cancel or decide. */
export function DecisionForm({ review, decision, confirm, onDone, onClose, children }: DecisionFormProps) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!decision) return;
    setBusy(true);
    void decideReview(review.id, decision)
      .then(onDone)
      .catch((error: unknown) => {
        setFailure(errorText(error));
        setBusy(false);
      });
  };
  return (
    <form className="col g4" onSubmit={submit}>
      {children}
      <p className="loss s14" role="alert">
        {failure}
      </p>
      <div className="g-2 adm-acts">
        <button type="button" className="btn btn-s" onClick={onClose}>
          {t('admin.reviews.keep')}
        </button>
        <button type="submit" className="btn btn-p" aria-busy={isBusy} disabled={isBusy || !decision}>
          {confirm}
        </button>
      </div>
    </form>
  );
}
