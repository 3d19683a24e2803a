import { edgeVerdict, verdictTone } from '#web/record/edge-verdict.ts';
import type { IntervalScale } from './interval-scale.ts';
import type { Standing } from './standing.ts';

interface BarProps extends Pick<Standing, 'interval' | 'winRate'> {
  readonly scale: IntervalScale;
  readonly breakEven: number;
}

/** The row states the same in numbers and words. */
export function IntervalBar({ interval, winRate, scale, breakEven }: BarProps) {
  const x = (share: number): number => scale.x(share) * 4;
  const color = interval ? `var(--${verdictTone[edgeVerdict(interval, breakEven)]})` : '';
  return (
    <svg viewBox="0 0 400 28" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 14H400" stroke="var(--line-2)" vectorEffect="non-scaling-stroke" />
      {interval && (
        <path
          d={`M${x(interval.low)} 14H${x(interval.high)}`}
          stroke={color}
          strokeWidth="6"
          opacity=".55"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {interval && winRate !== null && (
        <path d={`M${x(winRate)} 6v16`} stroke={color} strokeWidth="3" vectorEffect="non-scaling-stroke" />
      )}
      <path
        d={`M${x(breakEven)} 0V28`}
        stroke="var(--t1)"
        strokeWidth="1.25"
        strokeDasharray="2 2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
