import type { Analytics } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Fact } from '#web/ui/card.tsx';
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
export default function IndicatorList({ analytics: { indicators, levels }, overlay, digits }: IndicatorListProps) {
  const { t, f } = usePhrases();
  const onChart = ` · ${t('signal.overlay.onChart')}`;
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
        <Fact key={name} name={levelText(name) + (overlay.levels.includes(price) ? onChart : '')}>
          {price.toFixed(digits)}
        </Fact>
      ))}
      {indicators.map(({ name, value, reading }) => (
        <Fact key={name} name={featureName(name, t) + (overlay.lines.length > 0 && isDrawn(name) ? onChart : '')}>
          {featureValue(name, value, f)} · {readingText(reading)}
        </Fact>
      ))}
    </dl>
  );
}
