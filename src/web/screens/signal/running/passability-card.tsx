import type { Signal } from '#contract/signals.ts';
import { calibratedFrom, isLlmModelKey } from '#domain/signals/llm-model.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { HundredDots } from '#web/ui/figures/hundred-dots.tsx';
import { payoutOf } from '../settled/martingale.ts';

/**
 * The stated probability, and next to it the outcomes of a hundred similar forecasts when the model
 * was measured.
 */
export function PassabilityCard({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const { passability, analytics } = signal;
  const measured = measuredOutcomes(signal);
  const unmeasured = isCalibrating(signal)
    ? t('signal.passability.calibrating', { n: f.count(analytics.sampleSize), needed: f.count(calibratedFrom) })
    : t('signal.passability.unmeasured');
  const margin = f.signed(passability - analytics.breakEven * 100, 1);
  return (
    <section className="card p-card">
      <div className={measured ? 'pass' : undefined}>
        {measured && <HundredDots won={measured.won} label={t('signal.passability.dots', { won: measured.won })} />}
        <div className="flex flex-col gap-3 w-full">
          <div className="flex flex-col gap-1">
            <h2 className="lab">{t('signal.passability.title')}</h2>
            <div className="big tabular-nums">{f.percent(passability / 100)}</div>
            <span className="text-13 text-ink-3">{t('signal.passability.stated')}</span>
          </div>
          <p className="text-14">
            <Rich text={measured ? t('signal.passability.text', measured) : unmeasured} />
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

/**
 * Outcomes of a hundred forecasts like this one when the model was measured; null while there are
 * too few.
 */
function measuredOutcomes(signal: Signal): { won: number; lost: number } | null {
  const { baseRate, sampleSize } = signal.analytics;
  if (sampleSize === 0 || isCalibrating(signal)) return null;
  const won = Math.round(100 * baseRate);
  return { won, lost: 100 - won };
}

/**
 * A language model has no outcomes before its first settled forecast here: at first its record is
 * short.
 */
const isCalibrating = ({ aiModel, analytics }: Signal): boolean =>
  isLlmModelKey(aiModel) && analytics.sampleSize < calibratedFrom;
