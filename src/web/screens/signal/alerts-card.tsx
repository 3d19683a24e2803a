import { lazy, Suspense } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';

const AlertSwitches = lazy(() =>
  import('#web/alerts/alert-switches.tsx').then((module) => ({ default: module.AlertSwitches })),
);

/** Collapsed: the countdown matters most; alerts are configured once. */
export function AlertsCard() {
  const { t } = usePhrases();
  return (
    <details className="card fold">
      <summary>{t('automatic.alerts.title')}</summary>
      <div className="px-6 pb-3">
        <Suspense fallback={null}>
          <AlertSwitches />
        </Suspense>
      </div>
    </details>
  );
}
