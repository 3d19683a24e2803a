import type { Signal } from '#contract/signals.ts';
import { calibratedFrom, isLlmModelKey } from '#domain/signals/llm-model.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { HundredDots } from '#web/ui/figures/hundred-dots.tsx';
import { getPayout } from '../to-payout.ts';

/**
 * What the stated probability means: a hundred such forecasts, as dots and in a sentence, and its
 * margin above break-even. Every figure follows from the stated one.
 */
export function PassabilityCard({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const { passability, analytics } = signal;
  const won = Math.round(passability);
  const isMeasured = analytics.sampleSize > 0 && !isCalibrating(signal);
  const unmeasured = isCalibrating(signal)
    ? t('signal.passability.calibrating', { n: f.count(analytics.sampleSize), needed: f.count(calibratedFrom) })
    : t('signal.passability.unmeasured');
  // Of the figures as shown, so that they add up.
  const margin = f.signed(shown(passability) - shown(100 * analytics.breakEven), 1);
  return (
    <section className="card p-card" aria-labelledby="passability-title">
      <div className={isMeasured ? 'pass' : undefined}>
        {isMeasured && <HundredDots won={won} label={t('signal.passability.dots', { won })} />}
        <div className="flex flex-col gap-3 w-full">
          <h2 id="passability-title" className="h4">
            {t('signal.passability.title')}
          </h2>
          <p className="text-14">
            <Rich text={isMeasured ? t('signal.passability.text', { won, lost: 100 - won }) : unmeasured} />
          </p>
          <dl className="dl">
            <div>
              <dt>{t('signal.passability.breakEven', { payout: f.percent(getPayout(analytics.breakEven)) })}</dt>
              <dd>{f.percent(analytics.breakEven, 1)}</dd>
            </div>
            <div>
              <dt>{t('signal.passability.margin')}</dt>
              <dd>{`${margin}\u00a0${t('signal.why.points')}`}</dd>
            </div>
            {isMeasured && (
              <div>
                <dt>{t('signal.passability.sample')}</dt>
                <dd>{f.count(analytics.sampleSize)}</dd>
              </div>
            )}
          </dl>
        </div>
      </div>
    </section>
  );
}

/** With one decimal. */
const shown = (percent: number): number => Number(percent.toFixed(1));

/**
 * A language model has no outcomes before its first settled forecast here: at first its record is
 * short.
 */
const isCalibrating = ({ aiModel, analytics }: Signal): boolean =>
  isLlmModelKey(aiModel) && analytics.sampleSize < calibratedFrom;
