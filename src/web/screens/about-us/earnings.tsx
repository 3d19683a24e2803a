import { ArrowRight, Check, Landmark, Navigation, Scale, UserRound } from 'lucide-react';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';

const parties = [
  ['you', UserRound],
  ['broker', Landmark],
  ['us', Navigation],
] as const;
const brakes = ['limit', 'stop', 'chase', 'pause'] as const;
/**
 * Share of the turnover, shown on the last arrow of the flow: as in the agreement with the broker.
 */
const share = 0.02;

export function Earnings() {
  const { t, f } = usePhrases();
  return (
    <section className="sec">
      <div className="wrap faq-g">
        <div className="flex flex-col gap-4">
          <h2 className="h1">{t('about.earn.title')}</h2>
          <p>{t('about.earn.text')}</p>
          <p className="text-14 text-ink-3">{t('about.earn.example')}</p>
        </div>
        <div className="flex flex-col gap-5">
          <ol className="flow">
            {parties.map(([key, Icon], place) => (
              <li key={key}>
                {place > 0 && (
                  <span className="arr" aria-hidden="true">
                    <ArrowRight className="ic" />
                    {key === 'us' && <i>≈ {f.percent(share)}</i>}
                  </span>
                )}
                <div className="card p-4">
                  <span className="tile">
                    <Icon className="ic" aria-hidden="true" />
                  </span>
                  <b>{t(`about.earn.${key}`)}</b>
                  <span className="text-13 text-ink-3">{t(`about.earn.${key}Text`)}</span>
                </div>
              </li>
            ))}
          </ol>
          <div className="note warn">
            <Scale className="ic" aria-hidden="true" />
            <span>
              <Rich text={t('about.earn.conflict')} />
            </span>
          </div>
          <ul className="ticks">
            {brakes.map((key) => (
              <li key={key}>
                <Check className="ic" aria-hidden="true" />
                {t(`about.earn.${key}`)}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
