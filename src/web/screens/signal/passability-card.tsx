import type { Signal } from '#contract/signals.ts';
import { Rich } from '../../language/rich.tsx';
import { usePhrases } from '../../language/use-phrases.ts';
import { HundredDots } from '../../ui/hundred-dots.tsx';
import { payoutOf } from './martingale.ts';

/** What the percentage means: of a hundred like it, how many came true. */
export function PassabilityCard({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const { passability, analytics } = signal;
  const won = Math.round(passability);
  const margin = f.signed(passability - analytics.breakEven * 100, 1);
  return (
    <section className="card pad">
      <div className="pass">
        <HundredDots won={won} label={t('signal.passability.dots', { won })} />
        <div className="col g3 w-full">
          <div className="col g1">
            <h2 className="lab">{t('signal.passability.title')}</h2>
            <div className="big num">{f.percent(passability / 100)}</div>
          </div>
          <p className="s14">
            <Rich text={t('signal.passability.text', { won, lost: 100 - won })} />
          </p>
          <dl className="dl">
            <div>
              <dt>{t('signal.passability.breakEven', { payout: f.percent(payoutOf(analytics.breakEven)) })}</dt>
              <dd>{f.percent(analytics.breakEven, 1)}</dd>
            </div>
            <div>
              <dt>{t('signal.passability.margin')}</dt>
              <dd>{`${margin}\u00a0${t('signal.why.points')}`}</dd>
            </div>
            <div>
              <dt>{t('signal.passability.sample')}</dt>
              <dd>{f.count(analytics.sampleSize)}</dd>
            </div>
          </dl>
        </div>
      </div>
    </section>
  );
}
