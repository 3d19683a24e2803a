import { useState } from 'react';
import { contestPaths } from '#contract/contest-paths.ts';
import { sendRequest } from '#web/api/request.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { closeAround } from '#web/ui/close-around.ts';
import { Dialog } from '#web/ui/dialog.tsx';

interface LeaveDialogProps {
  readonly onLeft: () => void;
  readonly onClose: () => void;
}

/** Explains the consequences of leaving before it is done. */
export function LeaveDialog({ onLeft, onClose }: LeaveDialogProps) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const leave = async (): Promise<void> => {
    setBusy(true);
    try {
      await sendRequest(contestPaths.leave, { method: 'POST' });
      onClose();
      onLeft();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={<h2 className="h3">{t('contest.leave.title')}</h2>} closeLabel={t('common.close')} onClose={onClose}>
      <p>{t('contest.leave.text')}</p>
      <p>{t('contest.leave.back')}</p>
      <p className="loss s14" role="alert">
        {failure === null ? null : errorText(failure)}
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
