import type { Analytics } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { isDrawn, type Overlay } from './chart/overlay.ts';
import { featureName, featureValue } from './feature-words.ts';

interface IndicatorListProps {
  readonly analytics: Analytics;
  readonly overlay: Overlay;
  readonly digits: number;
}

const readings = ['oversold', 'overbought', 'neutral'] as const;
const levelNames = ['high_60', 'low_60', 'high_240', 'low_240'] as const;

/** Every indicator and level with its value, and which of them are on the chart. */
export function IndicatorList({ analytics: { indicators, levels }, overlay, digits }: IndicatorListProps) {
  const { t, f } = usePhrases();
  const readingText = (reading: string): string => {
    const known = readings.find((one) => one === reading);
    return known ? t(`signal.overlay.${known}`) : reading;
  };
  const levelText = (name: string): string => {
    const known = levelNames.find((one) => one === name);
    return known ? t(`signal.overlay.${known}`) : name.replaceAll('_', ' ');
  };
  return (
    <dl className="dl px-6 pb-4 phone:px-4">
      {levels.map(({ name, price }) => (
        <div key={name}>
          <dt>
            {levelText(name)}
            {overlay.levels.includes(price) && ` · ${t('signal.overlay.onChart')}`}
          </dt>
          <dd className="tabular-nums">{price.toFixed(digits)}</dd>
        </div>
      ))}
      {indicators.map(({ name, value, reading }) => (
        <div key={name}>
          <dt>
            {featureName(name, t)}
            {overlay.lines.length > 0 && isDrawn(name) && ` · ${t('signal.overlay.onChart')}`}
          </dt>
          <dd className="tabular-nums">
            {featureValue(name, value, f)} · {readingText(reading)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
