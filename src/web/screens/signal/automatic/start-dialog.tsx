import { Play, Scale } from 'lucide-react';
import { useState } from 'react';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { closeAround } from '#web/ui/close-around.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import type { ChoiceRequest } from '../signal-request.ts';
import { savedLimits } from './automatic-limits.ts';
import { LimitPickers } from './limit-pickers.tsx';
import type { Automatic } from './use-automatic.ts';

interface StartDialogProps {
  readonly request: ChoiceRequest;
  readonly automatic: Automatic;
  readonly onClose: () => void;
}

/** Confirms the request and its limits before the run starts. */
export function StartDialog({ request, automatic, onClose }: StartDialogProps) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [limits, setLimits] = useState(savedLimits);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const start = (): void => {
    if (isBusy) return;
    setBusy(true);
    void automatic
      .start(request, limits)
      .then(onClose)
      .catch((error: unknown) => {
        setFailure(errorText(error));
        setBusy(false);
      });
  };
  return (
    <Dialog
      title={<h2 className="h3">{t('automatic.dialog.title')}</h2>}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <p>
        {t('automatic.dialog.text', {
          model: aiModelName(request.model),
          minutes: t('signal.minutes', { n: request.interval }),
        })}
      </p>
      <LimitPickers limits={limits} maxToday={null} isDisabled={isBusy} onChange={setLimits} />
      <Caution />
      <p className="loss s14" role="alert">
        {failure}
      </p>
      <div className="row wr g3">
        <button type="button" className="btn btn-p" aria-busy={isBusy} aria-disabled={isBusy} onClick={start}>
          <Play className="ic" aria-hidden="true" />
          {t('automatic.dialog.start')}
        </button>
        <button type="button" className="btn btn-s" onClick={closeAround}>
          {t('automatic.dialog.keep')}
        </button>
      </div>
    </Dialog>
  );
}

export function Caution() {
  const { t } = usePhrases();
  return (
    <div className="note warn">
      <Scale className="ic" aria-hidden="true" />
      <span>
        <b>{t('automatic.caution.title')}</b> {t('automatic.caution.text')}
      </span>
    </div>
  );
}
