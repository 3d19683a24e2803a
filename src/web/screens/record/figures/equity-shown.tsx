import type { RecordEquity } from '#contract/record/views.ts';
import type { Language } from '#domain/language.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { BySize } from '#web/ui/figures/by-size.tsx';
import { niceScale } from '#web/ui/figures/nice-scale.ts';
import { useStakes } from './use-stakes.ts';

/** The curve, its max drawdown, and the same data as numbers. */
export function EquityShown({ equity }: { equity: RecordEquity }) {
  const { t, f } = usePhrases();
  const stakes = useStakes();
  const { drawdown } = equity;
  // Within a day the time is more useful than the date alone.
  const isShort = drawdown !== null && Date.parse(drawdown.to) - Date.parse(drawdown.from) < dayMs;
  const instantText = (instant: string): string => {
    const at = Date.parse(instant);
    return isShort ? `${f.date(at)} ${f.clock(at)}` : f.date(at);
  };
  return (
    <>
      <BySize
        className="rec-figure"
        wide={<Drawing equity={equity} width={760} height={330} maxTimes={7} />}
        narrow={<Drawing equity={equity} width={360} height={280} maxTimes={4} />}
      />
      <p className="text-14 text-ink-3 rec-said">
        {drawdown
          ? t('record.equity.deepest', {
              depth: stakes(drawdown.depth),
              from: instantText(drawdown.from),
              to: instantText(drawdown.to),
            })
          : t('record.equity.noDrawdown')}{' '}
        {t('record.equity.longest', { n: f.count(equity.longestLosses) })}{' '}
        {t('record.equity.note', { payout: f.percent(equity.payout) })}
      </p>
      <EquityTable equity={equity} />
    </>
  );
}

interface DrawingProps {
  readonly equity: RecordEquity;
  readonly width: number;
  readonly height: number;
  readonly maxTimes: number;
}

const edge = { left: 52, right: 14, top: 18, bottom: 32 } as const;
/** Half the width of the longest label on the time axis. */
const halfLabel = 28;

function Drawing({ equity, width, height, maxTimes }: DrawingProps) {
  const { t, f, lang } = usePhrases();
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
  const end = points.at(-1);
  const deepest = equity.drawdown && Date.parse(equity.drawdown.to);
  const bottom = points.find(({ at }) => deepest !== null && at >= deepest);
  const isOnLeft = bottom !== undefined && x(bottom.at) < width / 2;
  const label = t('record.equity.chart', {
    trades: f.count(equity.trades),
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
      {timeTicks(first, last, maxTimes, lang).map(({ at, text }) => (
        <text key={at} className="axis" x={Math.min(x(at), width - halfLabel)} y={height - 8} textAnchor="middle">
          {text}
        </text>
      ))}
      <path d={`M${line(peaks)}L${line(totals.toReversed())}Z`} fill="var(--loss-soft)" />
      <path d={`M${line(totals)}`} fill="none" stroke="var(--t1)" strokeWidth="2" strokeLinejoin="round" />
      {bottom && equity.drawdown && (
        <>
          <circle
            cx={x(bottom.at)}
            cy={y(bottom.total)}
            r="4.5"
            fill="var(--loss)"
            stroke="var(--s1)"
            strokeWidth="2"
          />
          {/* Below and beside the point: the curve since the peak is above it, and room below may be short. */}
          <text
            className="rec-drawdown"
            x={x(bottom.at) + (isOnLeft ? 10 : -10)}
            y={Math.min(y(bottom.total) + 20, height - edge.bottom - 6)}
            textAnchor={isOnLeft ? 'start' : 'end'}
          >
            {t('record.equity.drawdown', { depth: f.signed(-equity.drawdown.depth, 1) })}
          </text>
        </>
      )}
      {end && <circle cx={x(end.at)} cy={y(end.total)} r="4.5" fill="var(--t1)" />}
    </svg>
  );
}

const spans = [1, 5, 15, 30].map((n) => n * minuteMs).concat([1, 3, 6, 12].map((n) => n * hourMs));
const longSpans = [1, 2, 7, 14, 30, 61, 91, 183, 365, 730, 1_825].map((n) => n * dayMs);

/**
 * Instants between the two at round distances, `max` of which fit, each labelled with the precision
 * that its distance requires; beyond a day only dates tell two of them apart.
 */
export function timeTicks(first: number, last: number, max: number, lang: Language): { at: number; text: string }[] {
  const steps = last - first >= dayMs ? longSpans : [...spans, ...longSpans];
  const step = steps.find((one) => (last - first) / one <= max) ?? 3_650 * dayMs;
  const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, getFormat(step));
  const start = Math.ceil(first / step) * step;
  const count = Math.max(0, Math.floor((last - start) / step) + 1);
  return Array.from({ length: count }, (_, i) => start + i * step).map((at) => ({ at, text: format.format(at) }));
}

function getFormat(step: number): Intl.DateTimeFormatOptions {
  if (step < dayMs) return { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  if (step < 30 * dayMs) return { day: 'numeric', month: 'short' };
  return { day: '2-digit', month: '2-digit', year: '2-digit' };
}

const maxRows = 12;

/** A dozen points of the curve as numbers. */
function EquityTable({ equity }: { equity: RecordEquity }) {
  const { t, f } = usePhrases();
  const { points } = equity;
  const stride = Math.max(1, Math.ceil(points.length / maxRows));
  const rows = points.filter((_, index) => (points.length - 1 - index) % stride === 0);
  return (
    <details className="rec-table">
      <summary>{t('record.equity.table')}</summary>
      <DataTable
        caption={t('record.equity.title')}
        rows={rows}
        getKey={({ trades }) => trades}
        columns={[
          [t('record.equity.at'), ({ at }) => `${f.date(Date.parse(at))} ${f.clock(Date.parse(at))}`],
          [t('record.equity.trades'), ({ trades }) => f.count(trades), 'r'],
          [t('record.equity.sum'), ({ total }) => f.signed(total, 1), 'r'],
          [t('record.equity.below'), ({ total, peak }) => f.decimal(peak - total, 1), 'r'],
        ]}
      />
    </details>
  );
}
