import { useState } from 'react';
import { contestPaths } from '#contract/contest-paths.ts';
import { tell } from '../../api/call.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { useProblemText } from '../../language/use-problem-text.ts';
import { closeAround } from '../../ui/close-around.ts';
import { Dialog } from '../../ui/dialog.tsx';

interface LeaveDialogProps {
  readonly onLeft: () => void;
  readonly onClose: () => void;
}

/** What goes with leaving, before it is done. */
export function LeaveDialog({ onLeft, onClose }: LeaveDialogProps) {
  const { t } = usePhrases();
  const problemText = useProblemText();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const leave = async (): Promise<void> => {
    setBusy(true);
    try {
      await tell(contestPaths.leave, { method: 'POST' });
      onClose();
      onLeft();
    } catch (error) {
      setFault(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={<h2 className="h3">{t('contest.leave.title')}</h2>} closeLabel={t('common.close')} onClose={onClose}>
      <p>{t('contest.leave.text')}</p>
      <p>{t('contest.leave.back')}</p>
      <p className="loss s14" role="alert">
        {fault === null ? null : problemText(fault)}
      </p>
      <div className="row wr g3">
        <button type="button" className="btn btn-p" onClick={closeAround}>
          {t('contest.leave.stay')}
        </button>
        <button type="button" className="btn btn-s" aria-busy={isBusy} disabled={isBusy} onClick={() => void leave()}>
          {t('contest.leave.confirm')}
        </button>
      </div>
    </Dialog>
  );
}
