import type { CampaignReport } from '#contract/admin/admin.ts';
import { niceScale } from '#web/ui/figures/nice-scale.ts';
import { useIsWide } from '#web/ui/use-is-wide.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

interface MonthsChartProps {
  readonly months: CampaignReport['months'];
  /** The current month, `YYYY-MM`. */
  readonly running: string;
}

const shape = { height: 300, left: 84, bottom: 40, top: 30 } as const;
/** The drawing scales with the window, its labels do not. */
const widths = { wide: 860, narrow: 400 } as const;
const maxTicks = 4;

/**
 * Turnover by month as bars; the current month is hatched. The adjacent table states the same as
 * text.
 */
export function MonthsChart({ months, running }: MonthsChartProps) {
  const { t, f } = usePhrases();
  const size = { ...shape, width: useIsWide() ? widths.wide : widths.narrow };
  const max = Math.max(0, ...months.map(({ turnover }) => turnover));
  if (max === 0) return <p className="text-ink-3">{t('admin.campaigns.noTurnover')}</p>;
  const { to: top, ticks } = niceScale([0, max], maxTicks);
  const step = (size.width - size.left) / Math.max(1, months.length);
  const y = (amount: number): number => size.top + (1 - amount / top) * (size.height - size.top - size.bottom);
  return (
    <svg
      className="months"
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={t('admin.campaigns.chart')}
    >
      <defs>
        <pattern id="running-month" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V8" stroke="var(--t2)" strokeWidth="3" />
        </pattern>
      </defs>
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${size.left} ${y(tick)}H${size.width}`} stroke="var(--grid)" />
          <text className="axis" x={size.left - 8} y={y(tick) + 5} textAnchor="end">
            {f.usd(tick)}
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
