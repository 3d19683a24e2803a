import { useState } from 'react';
import type { Signal } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { closeAround } from '#web/ui/close-around.ts';
import { Dialog } from '#web/ui/dialog.tsx';

interface RemoveDialogProps {
  readonly signal: Signal;
  readonly onRemove: () => Promise<void>;
  readonly onClose: () => void;
}

/** Explains the removal of a signal from the list before it is done: it cannot be undone. */
export function RemoveDialog({ signal, onRemove, onClose }: RemoveDialogProps) {
  const { t, f } = usePhrases();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const at = Date.parse(signal.time);
  const remove = (): void => {
    if (isBusy) return;
    setBusy(true);
    void onRemove()
      .then(onClose)
      .catch((error: unknown) => {
        setFailure(errorText(error));
        setBusy(false);
      });
  };
  return (
    <Dialog
      title={<h2 className="h3">{t('history.remove.title')}</h2>}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <p>
        {t('history.remove.text', {
          pair: pairName(signal.symbol),
          time: `${f.date(at)} ${f.clock(at)}`,
        })}
      </p>
      <p>{t('history.remove.stays')}</p>
      <p className="loss s14" role="alert">
        {failure}
      </p>
      <div className="row wr g3">
        <button type="button" className="btn btn-p" onClick={closeAround}>
          {t('history.remove.keep')}
        </button>
        <button type="button" className="btn btn-s" aria-busy={isBusy} aria-disabled={isBusy} onClick={remove}>
          {t('history.remove.confirm')}
        </button>
      </div>
    </Dialog>
  );
}
