import type { Signal } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';

interface RemoveDialogProps {
  readonly signal: Signal;
  readonly onRemove: () => Promise<void>;
  readonly onClose: () => void;
}

/** The removal of a signal from the list cannot be undone. */
export function RemoveDialog({ signal, onRemove, onClose }: RemoveDialogProps) {
  const { t, f } = usePhrases();
  const at = Date.parse(signal.time);
  return (
    <ActionDialog
      variant="cautious"
      title={t('history.remove.title')}
      cancel={t('history.remove.keep')}
      confirm={t('history.remove.confirm')}
      act={onRemove}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('history.remove.text', { pair: pairName(signal.symbol), time: `${f.date(at)} ${f.clock(at)}` })}</p>
      <p>{t('history.remove.stays')}</p>
    </ActionDialog>
  );
}
