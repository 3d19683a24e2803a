import { useState } from 'react';
import type { AdminContest } from '#contract/contest.ts';
import { changeWinner, type WinnerChange } from '#web/api/calls/admin-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';

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
  const [reason, setReason] = useState('');
  const message = reason.trim();
  const isReady = message.length >= minReason || (message === '' && status !== 'forfeited');
  return (
    <ActionDialog
      variant="operator"
      title={t(`admin.contest.actions.${status}`)}
      confirm={t('admin.contest.confirm')}
      cancel={t('admin.contest.keep')}
      isReady={isReady}
      act={() => changeWinner(winner.rank, { status, ...(message === '' ? {} : { reason: message }) })}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="text-14 text-ink-3 wrap-anywhere">
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
    </ActionDialog>
  );
}
