import { useStore } from '../create-store.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { Dialog } from '../ui/dialog.tsx';
import { pendingConfirmation } from './confirm-again.ts';
import { ConfirmForm } from './confirm-form.tsx';

/** Asks for a password or a code before a grave action; once in a layout. */
export function ConfirmDialog() {
  const { t } = usePhrases();
  const pending = useStore(pendingConfirmation);
  if (!pending) return null;
  return (
    <Dialog title={t('secondFactor.again.title')} onClose={() => pending.settle(false)}>
      <p className="text-14 text-ink-3">{t('secondFactor.again.text')}</p>
      <ConfirmForm factor={pending.factor} acceptsPassword onDone={() => pending.settle(true)} />
    </Dialog>
  );
}
