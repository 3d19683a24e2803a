import { Info } from 'lucide-react';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { SignalFlow } from '../use-signal-flow.ts';
import { useReset } from '../use-reset.ts';

/** The broker sets OTC quotes itself: one click resets a signal that does not apply to them. */
export function OtcHelp({ flow }: { flow: SignalFlow }) {
  const { t } = usePhrases();
  const { isBusy, reset } = useReset(flow);
  return (
    <div className="note">
      <Info className="ic" aria-hidden="true" />
      <div className="flex flex-col gap-3 items-start">
        <span>
          <b>{t('signal.choose.otcTitle')}</b> {t('signal.choose.otcText')}
        </span>
        <button type="button" className="btn btn-s btn-sm" aria-busy={isBusy} onClick={reset}>
          {t('signal.live.otcReset')}
        </button>
      </div>
    </div>
  );
}
