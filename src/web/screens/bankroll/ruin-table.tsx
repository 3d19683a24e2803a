import { stakeRule } from '#domain/signals/stake-rule.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { RuinCurve } from './ruin-curves.ts';
import { percentText } from './stake-card.tsx';
import { useChanceText } from './use-chance-text.ts';

/** Every third stake of the figure. */
const stride = 3;

export function RuinTable({ curves, balance }: { curves: readonly RuinCurve[]; balance: number }) {
  const { t, f } = usePhrases();
  const chanceText = useChanceText();
  const stakes = (curves[0]?.points ?? []).filter((_, index) => index % stride === 0);
  return (
    <details className="rec-table">
      <summary>{t('bankroll.ruin.table')}</summary>
      <table className="tbl tabular-nums">
        <caption className="sr-only">{t('bankroll.ruin.title', { trades: stakeRule.trades })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('bankroll.ruin.stakeHead')}</th>
            <th scope="col">{t('bankroll.ruin.shareHead')}</th>
            {curves.map(({ name, rate }) => (
              <th key={name} scope="col">
                {t('bankroll.ruin.chanceHead', { percent: f.percent(rate, 1) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stakes.map(({ stake }, row) => (
            <tr key={stake}>
              <th scope="row">{f.usd(stake)}</th>
              <td>{percentText(stake / balance, f.percent)}</td>
              {curves.map(({ name, points }) => (
                <td key={name}>{chanceText(points[row * stride]?.ruin ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
