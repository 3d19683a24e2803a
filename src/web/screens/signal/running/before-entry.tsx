import { lazy, Suspense } from 'react';
import type { Signal } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { UncalibratedNote } from '../uncalibrated-note.tsx';
import type { SignalFlow } from '../use-signal-flow.ts';
import { OtcHelp } from './otc-help.tsx';

const AlertSwitches = lazy(() =>
  import('#web/alerts/alert-switches.tsx').then((module) => ({ default: module.AlertSwitches })),
);

/** One line that unfolds to all that can wait: OTC quotes, the calibration, and alerts. */
export function BeforeEntry({ signal, flow }: { signal: Signal; flow: SignalFlow }) {
  const { t } = usePhrases();
  return (
    <details className="card fold">
      <summary>{t('signal.live.beforeEntry')}</summary>
      <div className="px-6 pb-4 flex flex-col gap-4">
        <OtcHelp flow={flow} />
        <UncalibratedNote model={signal.aiModel} />
        <section aria-labelledby="alerts-title">
          <h3 id="alerts-title" className="h4">
            {t('automatic.alerts.title')}
          </h3>
          <Suspense fallback={null}>
            <AlertSwitches />
          </Suspense>
        </section>
      </div>
    </details>
  );
}
