import { lazy, Suspense } from 'react';
import type { Analytics } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import type { Overlay } from './chart/overlay.ts';

const IndicatorList = lazy(() => import('./indicator-list.tsx').then((module) => ({ default: module.IndicatorList })));

interface IndicatorsProps {
  readonly analytics: Analytics;
  readonly digits: number;
  /** Null: the switch is off. */
  readonly overlay: Overlay | null;
  readonly onToggle: () => void;
}

/** The switch under the chart, and the list of indicators while it is on. */
export function Indicators({ analytics, digits, overlay, onToggle }: IndicatorsProps) {
  const { t } = usePhrases();
  if (analytics.indicators.length + analytics.levels.length === 0) return null;
  return (
    <div className="indicators">
      <div className="px-6 phone:px-4">
        <SwitchRow label={t('signal.overlay.show')} isOn={overlay !== null} onToggle={onToggle} />
      </div>
      {overlay && (
        <Suspense fallback={null}>
          <IndicatorList analytics={analytics} overlay={overlay} digits={digits} />
        </Suspense>
      )}
    </div>
  );
}
