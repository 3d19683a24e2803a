import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { projectStakes, stakeRule } from '#domain/signals/stake-rule.ts';
import { getBreakEven } from '#domain/signals/edge.ts';
import { callQuery } from '#web/api/queries.ts';
import { roundToCents } from '#web/language/formats.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { figuresQuery, modelFiguresQuery } from '#web/record/figures.ts';
import { readStored } from '#web/storage/stored.ts';
import { Card } from '#web/ui/card.tsx';
import { BySize } from '#web/ui/figures/by-size.tsx';
import { niceScale } from '#web/ui/figures/nice-scale.ts';
import { chooseWinRate, type WinRate } from './choose-win-rate.ts';

/** The values shared by every stake and rate. */
export interface Funds {
  readonly balance: number;
  readonly payout: number;
  readonly minBalance: number;
}

interface RuinCardProps {
  readonly funds: Funds;
  readonly stake: number;
  /** The stake as a share of the balance. */
  readonly share: number;
}

/** Exact probability of ruin at every stake, at the measured win rate and both ends of its interval. */
export function RuinCard({ funds: { balance, payout, minBalance }, stake, share }: RuinCardProps) {
  const { t, f } = usePhrases();
  const chanceText = useChanceText();
  const { kind, model, count, rate, interval } = useWinRate(payout);
  const funds = useMemo(() => ({ balance, payout, minBalance }), [balance, payout, minBalance]);
  const [low, high] = [interval?.low ?? null, interval?.high ?? null];
  const curves = useMemo(
    () => computeRuinCurves(funds, low === null || high === null ? { mid: rate } : { low, mid: rate, high }),
    [funds, rate, low, high],
  );
  const { ruin, behind } = useMemo(() => computeRuin(funds, stake, rate), [funds, stake, rate]);
  const source = t(`bankroll.ruin.${kind}`, { n: f.count(count), model: model ? aiModelName(model) : '' });
  return (
    <Card
      title={t('bankroll.ruin.title', { trades: stakeRule.trades })}
      titleId="ruin-title"
      aside={
        <span className="text-13 text-ink-3">
          {t('bankroll.ruin.given', { balance: f.usd(balance), payout: f.percent(payout) })}
        </span>
      }
    >
      <BySize
        className="px-3.5 pt-3.5 [&_.axis]:text-[12.5px]"
        wide={<Drawing {...{ curves, balance, stake, share, ruin }} width={760} height={330} maxTicks={7} />}
        narrow={<Drawing {...{ curves, balance, stake, share, ruin }} width={360} height={290} maxTicks={5} />}
      />
      <div className="flex flex-wrap gap-x-5 gap-y-1.5 px-5 pt-2 [&_path]:fill-none phone:px-4 text-13 text-ink-3">
        {curves.map(({ name, rate: own }) => (
          <span key={name} className="flex items-center gap-2">
            <svg width="28" height="8" aria-hidden="true">
              <path d="M0 4h28" {...lineStyle[name]} />
            </svg>
            {name === 'mid'
              ? t('bankroll.ruin.mid', { percent: f.percent(own, 1), source })
              : t(`bankroll.ruin.${name}`, { percent: f.percent(own, 1) })}
          </span>
        ))}
      </div>
      <div className="ruin-said px-5 pt-3.5 pb-4.5 phone:px-4 text-14 flex flex-col gap-3">
        <p>
          {t('bankroll.ruin.text', { least: f.usd(minBalance), stake: f.usd(stake), chance: chanceText(ruin) })}{' '}
          {t('bankroll.ruin.behind', { trades: stakeRule.trades, chance: chanceText(behind) })}
        </p>
        <p className="text-ink-3">
          {interval === null && t('bankroll.ruin.notMeasured')} {t('bankroll.ruin.assumes')}
        </p>
      </div>
    </Card>
  );
}

/** The rate most specific to the trader: their own, that of the model they use, that of all models. */
function useWinRate(payout: number): WinRate {
  const model = readStored('aiModel') ?? 'kurs_ai_v2';
  const models = useQuery(modelFiguresQuery).data;
  const overall = useQuery(figuresQuery).data?.all.signals;
  const own = useQuery(callQuery('GET /api/signal/user/stats')).data;
  return chooseWinRate({
    own: own ?? null,
    models: models ?? [],
    overall: overall ?? null,
    model,
    breakEven: getBreakEven(payout),
  });
}

interface RuinCurve {
  readonly name: 'low' | 'mid' | 'high';
  readonly rate: number;
  /** `ruin`: a share of 1. */
  readonly points: readonly { readonly stake: number; readonly ruin: number }[];
}

const pointCount = 25;
/** A fifth of the balance per trade: larger stakes are not worth showing. */
const maxShare = 0.2;

/** Stakes from the smallest to a fifth of the balance, in equal steps. */
function computeRuinCurves(funds: Funds, rates: { low?: number; mid: number; high?: number }): RuinCurve[] {
  const maxStake = Math.max(stakeRule.minStake, funds.balance * maxShare);
  const step = (maxStake - stakeRule.minStake) / (pointCount - 1);
  const stakes = Array.from({ length: pointCount }, (_, i) => roundToCents(stakeRule.minStake + i * step));
  return (['low', 'mid', 'high'] as const).flatMap((name) => {
    const rate = rates[name];
    if (rate === undefined) return [];
    return { name, rate, points: stakes.map((stake) => ({ stake, ruin: computeRuin(funds, stake, rate).ruin })) };
  });
}

const computeRuin = (funds: Funds, stake: number, p: number) =>
  projectStakes({ ...funds, stake, p, trades: stakeRule.trades });

const lineStyle = {
  low: { stroke: 'var(--t3)', strokeWidth: 1.8, strokeDasharray: '2 4' },
  mid: { stroke: 'var(--t1)', strokeWidth: 2.4, strokeDasharray: undefined },
  high: { stroke: 'var(--t2)', strokeWidth: 1.8, strokeDasharray: '7 5' },
} as const;

const edge = { left: 46, right: 16, top: 34, bottom: 50 } as const;
const percents = [0, 0.25, 0.5, 0.75, 1] as const;

interface DrawingProps {
  readonly curves: readonly RuinCurve[];
  readonly balance: number;
  readonly stake: number;
  readonly share: number;
  readonly ruin: number;
  readonly width: number;
  readonly height: number;
  readonly maxTicks: number;
}

function Drawing({ curves, balance, stake, share, ruin, width, height, maxTicks }: DrawingProps) {
  const { t, f } = usePhrases();
  const chanceText = useChanceText();
  const most = curves.find(({ name }) => name === 'mid')?.points.at(-1);
  const top = Math.max(most?.stake ?? 1, stake);
  const x = (amount: number): number => edge.left + (amount / top) * (width - edge.left - edge.right);
  const y = (chance: number): number => height - edge.bottom - chance * (height - edge.top - edge.bottom);
  const isRight = x(stake) > width / 2;
  const tone = share > stakeRule.share ? 'var(--loss)' : 'var(--win)';
  const label = t('bankroll.ruin.chart', {
    trades: stakeRule.trades,
    stake: f.usd(stake),
    chance: chanceText(ruin),
    most: f.usd(most?.stake ?? stake),
    mostChance: chanceText(most?.ruin ?? ruin),
  });
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {percents.map((chance) => (
        <g key={chance}>
          <path
            d={`M${edge.left} ${y(chance)}H${width - edge.right}`}
            stroke={chance === 0 ? 'var(--line-3)' : 'var(--grid)'}
          />
          <text className="axis" x={edge.left - 8} y={y(chance) + 4} textAnchor="end">
            {chance * 100}
          </text>
        </g>
      ))}
      {niceScale([0, top], maxTicks)
        .ticks.filter((tick) => tick > 0 && tick <= top)
        .map((tick) => (
          <text key={tick} className="axis" x={x(tick)} y={height - edge.bottom + 20} textAnchor="middle">
            {f.usd(tick)}
          </text>
        ))}
      <text className="axis" x={(edge.left + width - edge.right) / 2} y={height - 6} textAnchor="middle">
        {t('bankroll.ruin.axis')}
      </text>
      <rect
        x={edge.left}
        y={edge.top}
        width={Math.max(0, x(Math.min(balance * stakeRule.share, top)) - edge.left)}
        height={height - edge.top - edge.bottom}
        fill="var(--win)"
        opacity=".09"
      />
      {curves.map(({ name, points }) => (
        <path
          key={name}
          d={`M${points.map((one) => `${x(one.stake).toFixed(1)} ${y(one.ruin).toFixed(1)}`).join('L')}`}
          fill="none"
          strokeLinejoin="round"
          {...lineStyle[name]}
        />
      ))}
      <path d={`M${x(stake)} ${edge.top}V${y(0)}`} stroke={tone} strokeWidth="1.4" strokeDasharray="3 3" />
      <circle cx={x(stake)} cy={y(ruin)} r="5.5" fill="var(--s1)" stroke={tone} strokeWidth="2.4" />
      <text
        className="text-[13px] font-semibold stroke-s1 [stroke-width:4px] [paint-order:stroke]"
        fill={tone}
        x={x(stake) + (isRight ? -8 : 8)}
        y={edge.top - 14}
        textAnchor={isRight ? 'end' : 'start'}
      >
        {t('bankroll.ruin.mark', { share: percentText(share, f.percent), chance: chanceText(ruin) })}
      </text>
    </svg>
  );
}

/** A probability from 0 to 1 as a frequency in a hundred. */
function useChanceText(): (chance: number) => string {
  const { t, f } = usePhrases();
  return (chance) => {
    if (chance < 0.01) return t('bankroll.ruin.under');
    return chance > 0.99 ? t('bankroll.ruin.over') : t('bankroll.ruin.chance', { n: f.count(chance * 100) });
  };
}

/** Without trailing zeros. */
export const percentText = (share: number, toPercent: (share: number, decimals?: number) => string): string =>
  toPercent(share, Math.round(share * 1_000) % 10 === 0 ? 0 : 1);
