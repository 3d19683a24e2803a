import type { Signal } from '#contract/signals.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { ContributionRow } from './contribution-row.tsx';
import { useFeatureName } from './feature-names.ts';

/** Rows that are read; the rest is summed, so that the column still adds up. */
const shownRows = 7;

/** What the model read and how it weighed it. From the model that made the forecast, never invented. */
export function WhyCard({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const featureName = useFeatureName();
  const isUp = signal.signal === 'BUY';
  const { contributions } = signal.analytics;
  const shown = contributions.slice(0, shownRows);
  const rest = contributions.slice(shownRows);
  const restEffect = rest.reduce((sum, { effect }) => sum + effect, 0);
  const scale = Math.max(...contributions.map(({ effect }) => Math.abs(effect)), Math.abs(restEffect), 0.1);
  const pUp = isUp ? signal.passability : 100 - signal.passability;
  return (
    <section className="card">
      <div className="card-h">
        <h2 className="h3">{t(isUp ? 'signal.why.up' : 'signal.why.down')}</h2>
      </div>
      <div className="pad pt-4">
        {contributions.length === 0 ? (
          <p className="s14">{t('signal.why.empty')}</p>
        ) : (
          <div className="contrib">
            <div className="hdr">
              <span>{t('signal.why.feature')}</span>
              <span className="rd">{t('signal.why.value')}</span>
              <span className="text-center">{t('signal.why.effect')}</span>
              <span className="ct">{t('signal.why.points')}</span>
            </div>
            {shown.map(({ feature, value, effect }) => (
              <ContributionRow
                key={feature}
                name={featureName(feature)}
                value={f.decimal(value, 2)}
                effect={effect}
                scale={scale}
              />
            ))}
            {rest.length > 0 && (
              <ContributionRow
                name={t('signal.why.other', { n: f.count(rest.length), count: rest.length })}
                value=""
                effect={restEffect}
                scale={scale}
              />
            )}
            <div className="sum">
              <span>{t('signal.why.sum')}</span>
              <span className="ct t1">{t('signal.why.sumUp', { percent: f.percent(pUp / 100, 1) })}</span>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}
