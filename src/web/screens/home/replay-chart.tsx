import { type ChartPoint, type Replayed, replayGeometry, size } from './replay-geometry.ts';

interface ReplayChartProps {
  readonly replay: Replayed;
  /** The price from the entry on: absent, drawn at once, or animated. */
  readonly outcome: 'hidden' | 'drawn' | 'played';
  readonly label: string;
}

/**
 * A price line with entry and expiry. The winning half has the direction's colour, the losing one
 * is hatched.
 */
export function ReplayChart({ replay, outcome, label }: ReplayChartProps) {
  const { before, after, entry, end } = replayGeometry(replay);
  const isUp = replay.direction === 'BUY';
  const color = isUp ? 'var(--up-solid)' : 'var(--down-solid)';
  const winning = isUp ? { y: 0, height: entry.y } : { y: entry.y, height: size.height - entry.y };
  return (
    <svg className="chart" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      <path d={`M0 60H${size.width}M0 120H${size.width}M0 180H${size.width}`} stroke="var(--grid)" />
      {outcome !== 'hidden' && <rect x={entry.x} {...winning} width={end.x - entry.x} fill={color} opacity=".12" />}
      <path d={`M${end.x} 0V${size.height}`} stroke="var(--t2)" strokeDasharray="3 4" />
      <path d={`M0 ${entry.y}H${size.width}`} stroke="var(--entry)" strokeDasharray="5 5" />
      <path d={getPath(before)} fill="none" stroke="var(--t2)" strokeWidth="2" strokeLinejoin="round" />
      {outcome !== 'hidden' && (
        <path
          className={outcome === 'played' ? 'replayed' : undefined}
          pathLength="1"
          d={getPath(after)}
          fill="none"
          stroke={color}
          strokeWidth="3"
          strokeLinejoin="round"
        />
      )}
      <circle cx={entry.x} cy={entry.y} r="5" fill="var(--s1)" stroke="var(--t1)" strokeWidth="2.5" />
      {outcome !== 'hidden' && (
        <circle
          className={outcome === 'played' ? 'replayed-end' : undefined}
          cx={end.x}
          cy={end.y}
          r="5"
          fill={color}
        />
      )}
    </svg>
  );
}

const getPath = (points: readonly ChartPoint[]): string => `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`;
