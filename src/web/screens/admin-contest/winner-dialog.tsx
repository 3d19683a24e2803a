import { type FormEvent, useState } from 'react';
import type { AdminContest } from '#contract/contest.ts';
import { changeWinner, type WinnerChange } from '#web/api/admin-contest-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';

interface WinnerDialogProps {
  readonly winner: AdminContest['winners'][number];
  readonly status: WinnerChange['status'];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const minReason = 3;

/** Explains a step before it is taken; passing a prize on requires a reason. */
export function WinnerDialog({ winner, status, onDone, onClose }: WinnerDialogProps) {
  const { t, f } = usePhrases();
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const message = reason.trim();
  const isReady = message.length >= minReason || (message === '' && status !== 'forfeited');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    void changeWinner(winner.rank, { status, ...(message === '' ? {} : { reason: message }) })
      .then(onDone)
      .catch((error: unknown) => {
        setFailure(errorText(error));
        setBusy(false);
      });
  };
  return (
    <Dialog
      title={<h2 className="h3">{t(`admin.contest.actions.${status}`)}</h2>}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form className="col g4" onSubmit={submit}>
        <p className="s14 t3 break-anywhere">
          {t('admin.contest.forWinner', { email: winner.email, number: f.count(winner.number) })}
        </p>
        <p>{t(`admin.contest.ask.${status}`)}</p>
        <div className="field">
          <label htmlFor="winner-reason">{t('admin.contest.reason')}</label>
          <textarea
            id="winner-reason"
            className="inp-t area"
            rows={2}
            maxLength={500}
            required={status === 'forfeited'}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </div>
        <p className="loss s14" role="alert">
          {failure}
        </p>
        <div className="g-2 adm-acts">
          <button type="button" className="btn btn-s" onClick={onClose}>
            {t('admin.contest.keep')}
          </button>
          <button type="submit" className="btn btn-p" aria-busy={isBusy} disabled={isBusy || !isReady}>
            {t('admin.contest.confirm')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
