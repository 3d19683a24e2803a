import { usePhrases } from '#web/language/use-phrases.ts';
import type { ChaseStep } from './chase-odds.ts';

interface ChaseStepsProps {
  readonly steps: readonly ChaseStep[];
  readonly lostSteps: number;
  readonly balance: number | null;
}

/** Stakes, their share of the balance, and the total loss if the step is lost. */
export function ChaseSteps({ steps, lostSteps, balance }: ChaseStepsProps) {
  const { t, f } = usePhrases();
  const tooBig = steps.slice(lostSteps).find(({ stake }) => balance !== null && stake > balance);
  return (
    <div className="flex flex-col gap-2">
      <table className="mart tabular-nums">
        <thead>
          <tr>
            <th scope="col">{t('chase.step')}</th>
            <th scope="col">{t('chase.stake')}</th>
            {balance !== null && <th scope="col">{t('chase.share')}</th>}
            <th scope="col">{t('chase.ifLost')}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ step, stake, lost }) => {
            const isNow = step === lostSteps + 1;
            const isLast = step === steps.length;
            return (
              <tr key={step} className={isNow ? 'text-ink-1 font-semibold' : undefined}>
                <td>
                  <StepName step={step} lostSteps={lostSteps} isLast={isLast} />
                </td>
                <td>{f.usd(stake)}</td>
                {balance !== null && <td>{balance > 0 ? f.percent(stake / balance) : '—'}</td>}
                <td className={isLast ? 'loss' : undefined}>{f.usd(-lost)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {tooBig && balance !== null && (
        <p className="text-14 loss">{t('chase.short', { stake: f.usd(tooBig.stake), balance: f.usd(balance) })}</p>
      )}
    </div>
  );
}

function StepName({ step, lostSteps, isLast }: { step: number; lostSteps: number; isLast: boolean }) {
  const { t } = usePhrases();
  if (step <= lostSteps) return t('chase.stepLost', { n: step });
  if (step === lostSteps + 1 && !isLast) return t('chase.stepNow', { n: step });
  return t('chase.stepLast', { n: step });
}
