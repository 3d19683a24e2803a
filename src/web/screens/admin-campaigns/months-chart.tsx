import type { CampaignReport } from '#contract/admin.ts';
import { usePhrases } from '../../language/use-phrases.ts';

interface MonthsChartProps {
  readonly months: CampaignReport['months'];
  /** The month that still runs, `YYYY-MM`. */
  readonly running: string;
}

const size = { width: 860, height: 300, left: 96, bottom: 40, top: 30 } as const;

/** Turnover by month as bars; the month that is not over is hatched. The table beside says the same in words. */
export function MonthsChart({ months, running }: MonthsChartProps) {
  const { t, f } = usePhrases();
  const top = Math.max(1, ...months.map(({ turnover }) => turnover));
  const step = (size.width - size.left) / Math.max(1, months.length);
  const y = (amount: number): number => size.top + (1 - amount / top) * (size.height - size.top - size.bottom);
  return (
    <svg
      className="candles"
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={t('admin.campaigns.chart')}
    >
      <defs>
        <pattern id="running-month" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V8" stroke="var(--t2)" strokeWidth="3" />
        </pattern>
      </defs>
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <path d={`M${size.left} ${y(share * top)}H${size.width}`} stroke="var(--grid)" />
          <text className="axis" x={size.left - 8} y={y(share * top) + 5} textAnchor="end">
            {f.count(share * top)}
          </text>
        </g>
      ))}
      {months.map(({ month, turnover }, index) => (
        <g key={month}>
          <rect
            x={size.left + step * index + step * 0.18}
            y={y(turnover)}
            width={step * 0.64}
            height={Math.max(0, size.height - size.bottom - y(turnover))}
            rx="3"
            fill={month === running ? 'url(#running-month)' : 'var(--t2)'}
            stroke="var(--t2)"
          />
          <text className="axis" x={size.left + step * (index + 0.5)} y={size.height - 10} textAnchor="middle">
            {month.slice(5)}
          </text>
        </g>
      ))}
    </svg>
  );
}
