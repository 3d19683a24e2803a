import { useState } from 'react';
import type { AdminContest } from '#contract/contest.ts';
import { mayBecome } from '#domain/contest/contest-status.ts';
import { TextArea } from '#web/admin/text-area.tsx';
import { changeWinner, type WinnerChange } from '#web/api/calls/admin-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Card } from '#web/ui/card.tsx';

type Winner = AdminContest['winners'][number];
type Status = WinnerChange['status'];

const steps: readonly Status[] = ['confirmed', 'paid', 'forfeited'];

/** From the screenshots to the payment; a forfeited prize passes to the next participant. */
export function WinnersCard({ winners, onDone }: { winners: readonly Winner[]; onDone: () => void }) {
  const { t } = usePhrases();
  const [dialog, setDialog] = useState<{ winner: Winner; status: Status } | null>(null);
  const done = (): void => {
    setDialog(null);
    onDone();
  };
  return (
    <Card title={t('admin.contest.winners')} titleId="winners-title">
      {winners.length === 0 ? (
        <p className="p-card text-ink-3">{t('admin.contest.noWinners')}</p>
      ) : (
        <ol>
          {winners.map((winner) => (
            <WinnerRow key={winner.rank} winner={winner} onAsk={(status) => setDialog({ winner, status })} />
          ))}
        </ol>
      )}
      {dialog && <WinnerDialog {...dialog} onDone={done} onClose={() => setDialog(null)} />}
    </Card>
  );
}

function WinnerRow({ winner, onAsk }: { winner: Winner; onAsk: (status: Status) => void }) {
  const { t, f } = usePhrases();
  const { rank, number, email, proofs, status, isOverdue } = winner;
  const until = Date.parse(winner.proofsUntil);
  const at = `${f.date(until)}, ${f.clock(until)}`;
  return (
    <li className="contest-winner">
      <span className="tabular-nums text-ink-3">{rank}</span>
      <div className="flex flex-col min-w-0">
        <b className="text-ink-1 wrap-anywhere">{email}</b>
        <span className="text-13 text-ink-3 tabular-nums">
          № {f.count(number)} · {t('admin.contest.shots')}: {f.count(proofs)}
        </span>
      </div>
      <div className="flex flex-col">
        <span className={status === 'paid' ? 'chip win' : 'chip'}>{t(`admin.contest.statuses.${status}`)}</span>
        {status === 'awaiting' && (
          <span className={isOverdue ? 'text-13 loss' : 'text-13 text-ink-3'}>
            {t(isOverdue ? 'admin.contest.overdue' : 'admin.contest.until', { at })}
          </span>
        )}
      </div>
      <div className="flex items-center flex-wrap gap-2">
        {steps
          .filter((next) => mayBecome(status, next))
          .map((next) => (
            <button
              key={next}
              type="button"
              className={next === 'forfeited' ? 'btn btn-g btn-sm' : 'btn btn-s btn-sm'}
              onClick={() => onAsk(next)}
            >
              {t(`admin.contest.actions.${next}`)}
            </button>
          ))}
      </div>
    </li>
  );
}

interface WinnerDialogProps {
  readonly winner: AdminContest['winners'][number];
  readonly status: WinnerChange['status'];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const minReason = 3;

/** Explains a step before it is taken; passing a prize on requires a reason. */
function WinnerDialog({ winner, status, onDone, onClose }: WinnerDialogProps) {
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
      <TextArea
        label={t('admin.contest.reason')}
        rows={2}
        maxLength={500}
        required={status === 'forfeited'}
        value={reason}
        onChange={setReason}
      />
    </ActionDialog>
  );
}
