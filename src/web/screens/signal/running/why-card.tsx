import type { Signal } from '#contract/signals.ts';
import { isLlmModelKey } from '#domain/signals/llm-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ContributionRow } from './contribution-row.tsx';
import { featureName, featureValue } from './feature-words.ts';

/**
 * What the model read and how it weighed it, taken from the model that made the forecast. A
 * language model's own reasons are shown in words, as it stated them.
 */
export function WhyCard({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const isUp = signal.signal === 'BUY';
  const { contributions } = signal.analytics;
  const scale = Math.max(0.1, ...contributions.map(({ effect }) => Math.abs(effect)));
  const pUp = isUp ? signal.passability : 100 - signal.passability;
  if (contributions.length === 0) return null;
  return (
    <section className="card" data-tour="analytics">
      <div className="card-h">
        <h2 className="h3">{t(isUp ? 'signal.why.up' : 'signal.why.down')}</h2>
      </div>
      <div className="p-card pt-4">
        <div className="contrib">
          <div className="hdr" aria-hidden="true">
            <span>{t('signal.why.feature')}</span>
            <span className="rd">{t('signal.why.value')}</span>
            <span className="text-center">{t('signal.why.effect')}</span>
            <span className="ct">{t('signal.why.points')}</span>
          </div>
          {contributions.map(({ feature, value, effect }) => {
            // The server sums contributions that are too small to list; the value is their number.
            const isRest = feature === 'other';
            const name = isRest ? t('signal.why.other', { n: f.count(value), count: value }) : featureName(feature, t);
            const reading = isRest ? '' : featureValue(feature, value, f);
            return <ContributionRow key={feature} name={name} value={reading} effect={effect} scale={scale} />;
          })}
          <div className="sum">
            <span>{t('signal.why.sum')}</span>
            <span className="ct text-ink-1">{t('signal.why.sumUp', { percent: f.percent(pUp / 100, 1) })}</span>
          </div>
        </div>
        {isLlmModelKey(signal.aiModel) && <p className="text-14 text-ink-2 mt-4">{signal.analytics.text}</p>}
      </div>
    </section>
  );
}
