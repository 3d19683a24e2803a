import { lazy, Suspense } from 'react';
import type { Analytics } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { SwitchRow } from '#web/ui/switch-row.tsx';

const IndicatorList = lazy(() => import('./indicator-list.tsx').then((module) => ({ default: module.IndicatorList })));

interface IndicatorsProps {
  readonly analytics: Analytics;
  readonly digits: number;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

/** The switch under the chart, and the list of indicators while it is on. */
export function Indicators({ analytics, digits, isShown, onToggle }: IndicatorsProps) {
  const { t } = usePhrases();
  if (analytics.indicators.length + analytics.levels.length === 0) return null;
  return (
    <div className="indicators">
      <div className="px-6 phone:px-4">
        <SwitchRow
          label={t('signal.overlay.show')}
          note={t('signal.overlay.note')}
          isOn={isShown}
          onToggle={onToggle}
        />
      </div>
      {isShown && (
        <Suspense fallback={null}>
          <IndicatorList analytics={analytics} digits={digits} />
        </Suspense>
      )}
    </div>
  );
}
