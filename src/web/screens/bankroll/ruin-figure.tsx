import { stakeRule } from '#domain/signals/stake-rule.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { BySize } from '#web/ui/figures/by-size.tsx';
import { niceScale } from '#web/ui/figures/nice-scale.ts';
import type { Funds, RuinCurve } from './ruin-curves.ts';
import { percentText } from './stake-card.tsx';

interface RuinFigureProps {
  readonly curves: readonly RuinCurve[];
  readonly funds: Funds;
  readonly stake: number;
  /** Of the balance. */
  readonly share: number;
  readonly ruin: number;
}

const lineStyle = {
  low: { stroke: 'var(--t3)', strokeWidth: 1.8, strokeDasharray: '2 4' },
  mid: { stroke: 'var(--t1)', strokeWidth: 2.4, strokeDasharray: undefined },
  high: { stroke: 'var(--t2)', strokeWidth: 1.8, strokeDasharray: '7 5' },
} as const;

export function RuinFigure(props: RuinFigureProps) {
  const { t, f } = usePhrases();
  return (
    <>
      <BySize
        className="rec-figure"
        wide={<Drawing {...props} width={760} height={330} maxTicks={7} />}
        narrow={<Drawing {...props} width={360} height={290} maxTicks={5} />}
      />
      <div className="ruin-legend text-13 text-ink-3">
        {props.curves.map(({ name, rate }) => (
          <span key={name} className="flex items-center gap-2">
            <svg width="28" height="8" aria-hidden="true">
              <path d="M0 4h28" {...lineStyle[name]} />
            </svg>
            {t(`bankroll.ruin.${name}`, { percent: f.percent(rate, 1) })}
          </span>
        ))}
      </div>
    </>
  );
}

const edge = { left: 46, right: 62, top: 34, bottom: 50 } as const;
const percents = [0, 0.25, 0.5, 0.75, 1] as const;

function Drawing({
  curves,
  funds,
  stake,
  share,
  ruin,
  width,
  height,
  maxTicks,
}: RuinFigureProps & { width: number; height: number; maxTicks: number }) {
  const { t, f } = usePhrases();
  const chanceText = useChanceText();
  const points = curves.find(({ name }) => name === 'mid')?.points ?? [];
  const most = points.at(-1);
  const top = Math.max(most?.stake ?? 1, stake);
  const x = (amount: number): number => edge.left + (amount / top) * (width - edge.left - edge.right);
  const y = (chance: number): number => height - edge.bottom - chance * (height - edge.top - edge.bottom);
  const ends = curves.map(({ points: own }) => y(own.at(-1)?.ruin ?? 0) + 4);
  const apart = spreadLabels(ends, { gap: 16, min: edge.top + 4, max: y(0) + 4 });
  const labelY = new Map(curves.map(({ name }, place) => [name, apart[place]]));
  const rule = funds.balance * stakeRule.share;
  const isRight = x(stake) > width / 2;
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
        width={Math.max(0, x(Math.min(rule, top)) - edge.left)}
        height={height - edge.top - edge.bottom}
        fill="var(--win)"
        opacity=".09"
      />
      {curves.map(({ name, rate, points: own }) => (
        <g key={name}>
          <path
            d={`M${own.map((one) => `${x(one.stake).toFixed(1)} ${y(one.ruin).toFixed(1)}`).join('L')}`}
            fill="none"
            strokeLinejoin="round"
            {...lineStyle[name]}
          />
          <text className="axis" x={width - edge.right + 8} y={labelY.get(name)}>
            {f.percent(rate, 1)}
          </text>
        </g>
      ))}
      <path d={`M${x(stake)} ${edge.top}V${y(0)}`} stroke={getTone(share)} strokeWidth="1.4" strokeDasharray="3 3" />
      <circle cx={x(stake)} cy={y(ruin)} r="5.5" fill="var(--s1)" stroke={getTone(share)} strokeWidth="2.4" />
      <text
        className="ruin-mark"
        fill={getTone(share)}
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
export function useChanceText(): (chance: number) => string {
  const { t, f } = usePhrases();
  return (chance) => {
    if (chance < 0.01) return t('bankroll.ruin.under');
    return chance > 0.99 ? t('bankroll.ruin.over') : t('bankroll.ruin.chance', { n: f.count(chance * 100) });
  };
}

interface Room {
  /** Minimum distance between two labels. */
  readonly gap: number;
  readonly min: number;
  readonly max: number;
}

/** Moves labels apart as little as a pass down and a pass up allow; their order stays. */
export function spreadLabels(places: readonly number[], { gap, min, max }: Room): number[] {
  const order = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const spread = [...places];
  let lowest = min;
  for (const index of order) {
    spread[index] = Math.max(lowest, places[index] ?? 0);
    lowest = spread[index] + gap;
  }
  let highest = max;
  for (const index of order.toReversed()) {
    spread[index] = Math.min(highest, spread[index] ?? 0);
    highest = spread[index] - gap;
  }
  return spread;
}

const getTone = (share: number): string => (share > stakeRule.share ? 'var(--loss)' : 'var(--win)');
