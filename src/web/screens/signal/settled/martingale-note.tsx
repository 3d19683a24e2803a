import { TriangleAlert } from 'lucide-react';
import type { Signal } from '#contract/signals.ts';
import { maxChase } from '#domain/signals/chase.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { martingaleSteps, meanOfSeries, oneSeriesIn, payoutOf } from './martingale.ts';

const firstStakeUsd = 10;
/** The first stake and every allowed chase. */
const stepCount = maxChase + 1;

/** After a loss: the cost of doubling the stake, with the numbers of this signal. */
export function MartingaleNote({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const p = signal.passability / 100;
  const payout = payoutOf(signal.analytics.breakEven);
  const steps = martingaleSteps(firstStakeUsd, stepCount, payout);
  const worst = steps.at(-1)?.ifLoss ?? 0;
  return (
    <section className="card p-card flex flex-col gap-4">
      <div className="flex items-center gap-2 text-ink-1">
        <TriangleAlert className="ic warn" aria-hidden="true" />
        <h2 className="h3">{t('signal.martingale.title')}</h2>
      </div>
      <div className="grid grid-cols-2 gap-gutter phone:grid-cols-1 items-start">
        <div className="flex flex-col gap-3 text-[15px]">
          <p>{t('signal.martingale.text', { percent: f.percent(p), series: f.count(oneSeriesIn(stepCount, p)) })}</p>
          <p>
            {t('signal.martingale.mean', {
              payout: f.percent(payout),
              mean: f.profit(Math.round(meanOfSeries(steps, p) * 100) / 100),
              risk: f.usd(-worst),
            })}
          </p>
        </div>
        <table className="mart tabular-nums">
          <thead>
            <tr>
              <th scope="col">{t('signal.martingale.step')}</th>
              <th scope="col">{t('signal.martingale.stake')}</th>
              <th scope="col">{t('signal.martingale.ifWin')}</th>
              <th scope="col">{t('signal.martingale.ifLoss')}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ step, stake, ifWin, ifLoss }) => (
              <tr key={step}>
                <td>{step}</td>
                <td>{f.usd(stake)}</td>
                <td>{f.profit(Math.round(ifWin * 100) / 100)}</td>
                <td className={step === stepCount ? 'loss' : undefined}>{f.profit(ifLoss)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
