import { useState } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Dialog } from '#web/ui/dialog.tsx';

interface StopDialogProps {
  /** End of the day, in words. */
  readonly until: string;
  readonly onStop: () => Promise<void>;
  readonly onClose: () => void;
}

/** Confirmation, because it cannot be undone. */
export function StopDialog({ until, onStop, onClose }: StopDialogProps) {
  const { t } = usePhrases();
  const [isBusy, setBusy] = useState(false);
  const stop = (): void => {
    if (isBusy) return;
    setBusy(true);
    void onStop().finally(onClose);
  };
  return (
    <Dialog
      title={<h2 className="h3">{t('bankroll.today.confirm')}</h2>}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <p>{t('bankroll.today.confirmText', { time: until })}</p>
      <div className="row wr g3">
        <button type="button" className="btn btn-p" aria-busy={isBusy} aria-disabled={isBusy} onClick={stop}>
          {t('bankroll.today.confirmYes')}
        </button>
        <button type="button" className="btn btn-s" onClick={onClose}>
          {t('bankroll.today.confirmNo')}
        </button>
      </div>
    </Dialog>
  );
}
