import { dayMs } from '#domain/time.ts';
import type { RecordFigures } from '#contract/record/record.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { BySize } from '#web/ui/figures/by-size.tsx';
import { niceScale } from '#web/ui/figures/nice-scale.ts';
import { FiguresOfPeriod } from './figures-of-period.tsx';

type Equity = RecordFigures['equity'];

/** What one stake on every signal would have come to, with its deepest drawdown. */
const Money = () => <FiguresOfPeriod name="money-period">{({ equity }) => <Curve equity={equity} />}</FiguresOfPeriod>;
export default Money;

function Curve({ equity }: { equity: Equity }) {
  const { t, f } = usePhrases();
  const stakes = useStakes();
  const { drawdown, trades, total, payout, longestLosses } = equity;
  if (trades === 0) return <p className="text-14">{t('record.equity.empty')}</p>;
  const day = (instant: string): string => f.date(Date.parse(instant));
  return (
    <>
      <BySize
        wide={<Drawing equity={equity} width={1040} height={340} maxTimes={7} />}
        narrow={<Drawing equity={equity} width={328} height={260} maxTimes={3} />}
      />
      <p className="text-14">
        {t('record.equity.note', {
          total: stakes(total, 'signed'),
          trades: f.count(trades),
          payout: f.percent(payout),
        })}{' '}
        {drawdown &&
          t('record.equity.deepest', {
            depth: stakes(drawdown.depth),
            from: day(drawdown.from),
            to: day(drawdown.to),
          })}{' '}
        {t('record.equity.longest', { n: f.count(longestLosses) })}
      </p>
    </>
  );
}

/** Amounts in stakes, in words: one decimal for small amounts. */
function useStakes() {
  const { t, f } = usePhrases();
  return (amount: number, sign: 'signed' | 'plain' = 'plain'): string => {
    const decimals = Math.abs(amount) < 100 && !Number.isInteger(amount) ? 1 : 0;
    const n = sign === 'signed' ? f.signed(amount, decimals) : f.decimal(amount, decimals);
    // Plural rules: a fraction has its own plural form, and the sign is irrelevant.
    const count = Math.abs(decimals === 0 ? Math.round(amount) : Math.round(amount * 10) / 10);
    return t('record.equity.stakes', { n, count });
  };
}

interface DrawingProps {
  readonly equity: Equity;
  readonly width: number;
  readonly height: number;
  readonly maxTimes: number;
}

const edge = { left: 48, right: 14, top: 16, bottom: 32 } as const;

function Drawing({ equity, width, height, maxTimes }: DrawingProps) {
  const { t, f } = usePhrases();
  const stakes = useStakes();
  const points = equity.points.map((point) => ({ ...point, at: Date.parse(point.at) }));
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const { from, to, ticks, decimals } = niceScale([0, ...points.flatMap(({ total, peak }) => [total, peak])], 6);
  const x = (at: number): number =>
    edge.left + ((at - first) / Math.max(1, last - first)) * (width - edge.left - edge.right);
  const y = (sum: number): number =>
    height - edge.bottom - ((sum - from) / (to - from)) * (height - edge.top - edge.bottom);
  const line = (sums: readonly (readonly [number, number])[]): string =>
    sums.map(([at, sum]) => `${x(at).toFixed(1)} ${y(sum).toFixed(1)}`).join('L');
  const peaks = points.map(({ at, peak }) => [at, peak] as const);
  const totals = points.map(({ at, total }) => [at, total] as const);
  const times = Array.from({ length: maxTimes }, (_, i) => first + ((i + 0.5) / maxTimes) * (last - first));
  // A young record has several points on one day.
  const toTime = (at: number): string => (last - first < 2 * dayMs ? f.clock(at) : f.day(at));
  const label = t('record.equity.chart', {
    total: stakes(equity.total, 'signed'),
    depth: stakes(equity.drawdown?.depth ?? 0),
  });
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path
            d={`M${edge.left} ${y(tick)}H${width - edge.right}`}
            stroke={tick === 0 ? 'var(--t3)' : 'var(--grid)'}
            strokeDasharray={tick === 0 ? '4 4' : undefined}
          />
          <text className="axis" x={edge.left - 8} y={y(tick) + 4} textAnchor="end">
            {f.signed(tick, decimals)}
          </text>
        </g>
      ))}
      {times.map((at, i) => (
        <text key={at} className="axis" x={x(at)} y={height - 8} textAnchor="middle">
          {(i === 0 || toTime(at) !== toTime(times[i - 1] ?? 0)) && toTime(at)}
        </text>
      ))}
      <path d={`M${line(peaks)}L${line(totals.toReversed())}Z`} fill="var(--loss-soft)" />
      <path d={`M${line(totals)}`} fill="none" stroke="var(--t1)" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}
