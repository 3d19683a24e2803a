import type { Analytics, Signal } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ContributionRow } from './contribution-row.tsx';
import { featureName, featureValue } from './feature-words.ts';

export interface WhyNumbersProps extends Pick<Analytics, 'contributions'> {
  readonly side: Signal['signal'];
}

/** Every feature with its value and its effect, largest first. */
export default function WhyNumbers({ contributions, side }: WhyNumbersProps) {
  const { t, f } = usePhrases();
  const scale = Math.max(0.1, ...contributions.map(({ effect }) => Math.abs(effect)));
  return (
    <div className="contrib numbers">
      <div className="hdr" aria-hidden="true">
        <span>{t('signal.why.feature')}</span>
        <span className="rd">{t('signal.why.value')}</span>
        <span className="text-center">{t('signal.why.effect')}</span>
        <span className="ct">{t('signal.why.points')}</span>
      </div>
      {contributions.map(({ feature, value, effect }) => {
        // Signals issued before every feature was listed have a sum of the small ones; its value is
        // their number.
        const isRest = feature === 'other';
        const name = isRest ? t('signal.why.other', { n: f.count(value), count: value }) : featureName(feature, t);
        const reading = isRest ? '' : featureValue(feature, value, f);
        return <ContributionRow key={feature} name={name} value={reading} effect={effect} side={side} scale={scale} />;
      })}
    </div>
  );
}
