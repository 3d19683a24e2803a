import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { stakeRule } from '#domain/signals/stake-rule.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { computeRuin, computeRuinCurves, type Funds, type RuinCurve } from './ruin-curves.ts';
import { RuinFigure, useChanceText } from './ruin-figure.tsx';
import { percentText } from './stake-card.tsx';
import type { WinRate } from './win-rates.ts';

interface RuinCardProps {
  readonly funds: Funds;
  readonly stake: number;
  readonly share: number;
  readonly rates: readonly WinRate[];
}

/** Exact probability of ruin at every stake. */
export function RuinCard({ funds, stake, share, rates }: RuinCardProps) {
  const { t, f } = usePhrases();
  const [kind, setKind] = useState<WinRate['kind'] | null>(null);
  const chosen = rates.find((one) => one.kind === kind) ?? rates[0];
  return (
    chosen && (
      <Card
        title={t('bankroll.ruin.title', { trades: stakeRule.trades })}
        titleId="ruin-title"
        aside={
          <span className="text-13 text-ink-3">
            {t('bankroll.ruin.given', { balance: f.usd(funds.balance), payout: f.percent(funds.payout) })}
          </span>
        }
      >
        <div className="ruin-tools">
          <label className="sel">
            <span>{t('bankroll.ruin.source')}</span>
            <RateSelect rates={rates} chosen={chosen} onChoose={setKind} />
            <ChevronDown className="ic" />
          </label>
        </div>
        <RuinResult funds={funds} stake={stake} share={share} chosen={chosen} />
      </Card>
    )
  );
}

interface RateSelectProps {
  readonly rates: readonly WinRate[];
  readonly chosen: WinRate;
  readonly onChoose: (kind: WinRate['kind']) => void;
}

function RateSelect({ rates, chosen, onChoose }: RateSelectProps) {
  const { t, f } = usePhrases();
  const getName = ({ kind, model, count, rate }: WinRate): string => {
    const values = { n: f.count(count), model: model ? aiModelName(model) : '' };
    return `${f.percent(rate, 1)}, ${t(`bankroll.ruin.${kind}`, values)}`;
  };
  return (
    <select
      value={chosen.kind}
      onChange={({ target }) => {
        const one = rates.find(({ kind }) => kind === target.value);
        if (one) onChoose(one.kind);
      }}
    >
      {rates.map((one) => (
        <option key={one.kind} value={one.kind}>
          {getName(one)}
        </option>
      ))}
    </select>
  );
}

type RuinResultProps = Pick<RuinCardProps, 'funds' | 'stake' | 'share'> & { readonly chosen: WinRate };

function RuinResult({ funds: { balance, payout, minBalance }, stake, share, chosen }: RuinResultProps) {
  const { t, f } = usePhrases();
  const chanceText = useChanceText();
  const funds = useMemo(() => ({ balance, payout, minBalance }), [balance, payout, minBalance]);
  const { rate, interval } = chosen;
  const [low, high] = [interval?.low ?? null, interval?.high ?? null];
  const curves = useMemo(
    () => computeRuinCurves(funds, { rate, interval: low === null || high === null ? null : { low, high } }),
    [funds, rate, low, high],
  );
  const fate = useMemo(() => computeRuin(funds, stake, rate), [funds, stake, rate]);
  const middle = curves.find(({ name }) => name === 'mid')?.points ?? [];
  const others = [middle[Math.floor(middle.length / 2)], middle.at(-1)];
  return (
    <>
      <RuinFigure curves={curves} funds={funds} stake={stake} share={share} ruin={fate.ruin} />
      <div className="ruin-said text-14 flex flex-col gap-3">
        <p>
          {t('bankroll.ruin.text', { least: f.usd(minBalance), stake: f.usd(stake), chance: chanceText(fate.ruin) })}{' '}
          {others
            .map((one) => one && t('bankroll.ruin.other', { stake: f.usd(one.stake), chance: chanceText(one.ruin) }))
            .join(' ')}
        </p>
        <p>{t('bankroll.ruin.behind', { trades: stakeRule.trades, chance: chanceText(fate.behind) })}</p>
        <p className="text-ink-3">
          {t(interval ? 'bankroll.ruin.measured' : 'bankroll.ruin.notMeasured')} {t('bankroll.ruin.assumes')}
        </p>
      </div>
      <RuinTable curves={curves} balance={balance} />
    </>
  );
}

/** Every third stake of the figure. */
const stride = 3;

function RuinTable({ curves, balance }: { curves: readonly RuinCurve[]; balance: number }) {
  const { t, f } = usePhrases();
  const chanceText = useChanceText();
  const stakes = (curves[0]?.points ?? []).filter((_, index) => index % stride === 0);
  return (
    <details className="rec-table">
      <summary>{t('bankroll.ruin.table')}</summary>
      <DataTable
        caption={t('bankroll.ruin.title', { trades: stakeRule.trades })}
        rows={stakes}
        getKey={({ stake }) => stake}
        hasRowNames
        columns={[
          [t('bankroll.ruin.stakeHead'), ({ stake }) => f.usd(stake)],
          [t('bankroll.ruin.shareHead'), ({ stake }) => percentText(stake / balance, f.percent)],
          ...curves.map(
            ({ rate, points }) =>
              [
                t('bankroll.ruin.chanceHead', { percent: f.percent(rate, 1) }),
                ({ stake }: { stake: number }) => chanceText(points.find((point) => point.stake === stake)?.ruin ?? 0),
              ] as const,
          ),
        ]}
      />
    </details>
  );
}
