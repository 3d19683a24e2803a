import type { ReactNode } from 'react';
import type { SetFigures } from '#contract/record/record.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { BySize } from '#web/ui/figures/by-size.tsx';
import { niceScale } from '#web/ui/figures/nice-scale.ts';

type Step = SetFigures['steps'][number];

interface SaidChartProps {
  readonly steps: readonly Step[];
  /** Break-even at the reader's payout, percent. */
  readonly need: number;
}

/** By step of the stated probability: what was said, what came true with its interval, what the payout needs. */
export function SaidChart({ steps, need }: SaidChartProps) {
  const { t } = usePhrases();
  if (steps.length === 0)
    return <p className="text-14 text-ink-3">{t('record.chart.none', { enough: minOutcomesForRate })}</p>;
  return (
    <>
      <div className="flex flex-wrap gap-x-5.5 gap-y-2 mb-2.5 text-[length:var(--fs-14)]">
        <Key text={t('record.chart.said')}>
          <path d="M2 7H22" stroke="var(--t3)" strokeWidth="2.5" strokeLinecap="round" />
        </Key>
        <Key text={t('record.chart.came')}>
          <circle cx="12" cy="7" r="6" fill="var(--t1)" />
        </Key>
        <Key text={t('record.chart.needs', { n: Math.round(need) })}>
          <path d="M1 7H23" stroke="var(--warn)" strokeWidth="1.6" strokeDasharray="5 4" />
        </Key>
      </div>
      <BySize
        wide={<Drawing steps={steps} need={need} size={wide} />}
        narrow={<Drawing steps={steps} need={need} size={narrow} />}
      />
    </>
  );
}

const Key = ({ text, children }: { text: string; children: ReactNode }) => (
  <span className="flex items-center gap-2">
    <svg width="24" height="14" aria-hidden="true">
      {children}
    </svg>
    {text}
  </span>
);

interface Size {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly radius: number;
  readonly maxTicks: number;
}

const wide: Size = { width: 740, height: 350, left: 44, radius: 8, maxTicks: 6 };
const narrow: Size = { width: 328, height: 270, left: 30, radius: 6.5, maxTicks: 5 };
const edge = { right: 10, top: 26, bottom: 40 } as const;
/** Percentage points beyond which an interval is cut: few forecasts would squeeze all others. */
const maxBeyond = 8;

function Drawing({ steps, need, size }: SaidChartProps & { readonly size: Size }) {
  const { t, f } = usePhrases();
  const { width, height, left, radius } = size;
  const inner = [need, ...steps.flatMap(({ stated, real }) => [100 * stated, 100 * real])];
  const [min, max] = [Math.min(...inner) - maxBeyond, Math.max(...inner) + maxBeyond];
  const cut = (share: number): number => Math.min(max, Math.max(min, 100 * share));
  const scale = niceScale([...inner, ...steps.flatMap(({ low, high }) => [cut(low), cut(high)])], size.maxTicks);
  const y = (percent: number): number =>
    height - edge.bottom - ((percent - scale.from) / (scale.to - scale.from)) * (height - edge.top - edge.bottom);
  const x = (i: number): number => left + ((i + 0.5) / steps.length) * (width - left - edge.right);
  const rounded = steps.map(({ stated }) => Math.round(100 * stated));
  const decimals = new Set(rounded).size < rounded.length ? 1 : 0;
  const half = Math.min(3.3 * radius, (width - left) / steps.length / 2.6);
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('record.chart.label', {
        groups: steps
          .map(({ stated, real }) => t('record.chart.group', { stated: f.percent(stated), real: f.percent(real) }))
          .join('; '),
      })}
    >
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${left} ${y(tick)}H${width - edge.right}`} stroke="var(--grid)" />
          <text className="axis" x={left - 10} y={y(tick) + 4} textAnchor="end">
            {f.exact(tick, scale.decimals)}
          </text>
        </g>
      ))}
      <path
        d={`M${left} ${y(need)}H${width - edge.right}`}
        stroke="var(--warn)"
        strokeWidth="1.4"
        strokeDasharray="5 4"
      />
      {steps.map(({ stated, real, low, high }, i) => (
        <g key={stated}>
          <path
            d={`M${x(i)} ${y(cut(low))}V${y(cut(high))}`}
            stroke="var(--t1)"
            strokeWidth={radius + 1}
            strokeLinecap="round"
            opacity=".16"
          />
          <path
            d={`M${x(i) - half} ${y(100 * stated)}H${x(i) + half}`}
            stroke="var(--t3)"
            strokeWidth="2.5"
            strokeLinecap="round"
          />
          <circle cx={x(i)} cy={y(100 * real)} r={radius} fill="var(--t1)" stroke="var(--s1)" strokeWidth="2" />
          {size === wide ? (
            <text className="text-[17px] font-[620] font-head fill-ink-1" x={x(i) + half + 12} y={y(100 * real) + 6}>
              {f.exact(100 * real, 0)}
            </text>
          ) : (
            <text
              className="text-[17px] font-[620] font-head fill-ink-1"
              x={x(i)}
              y={y(cut(high)) - 12}
              textAnchor="middle"
            >
              {f.exact(100 * real, 0)}
            </text>
          )}
          <text className="axis" x={x(i)} y={height - 12} textAnchor="middle">
            {size === wide
              ? t('record.chart.step', { n: f.exact(100 * stated, decimals) })
              : f.exact(100 * stated, decimals)}
          </text>
        </g>
      ))}
    </svg>
  );
}
