import type { ReplayedSignal } from '#contract/record/views.ts';
import { minuteMs } from '#domain/time.ts';

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

/** A forecast with its prices, of the record or of recorded quotes. */
export type Replayed = Omit<ReplayedSignal, 'index'>;

interface ChartPoint {
  readonly x: number;
  readonly y: number;
}

export const size = { width: 580, height: 240 } as const;
const margin = { right: 46, y: 22 };
const minutesBefore = 30;

interface ReplayGeometry {
  readonly before: readonly ChartPoint[];
  readonly after: readonly ChartPoint[];
  readonly entry: ChartPoint;
  readonly end: ChartPoint;
}

/**
 * Price line from half an hour before the entry to the expiry; the deciding prices are those of the
 * record.
 */
export function replayGeometry({ closes, openPrice, openedAt, closePrice, expiresAt }: Replayed): ReplayGeometry {
  const opened = Date.parse(openedAt);
  const expires = Date.parse(expiresAt);
  const prices = [...closes.map(({ price }) => price), openPrice, closePrice];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const from = opened - minutesBefore * minuteMs;
  const point = (at: number, price: number): ChartPoint => ({
    x: round(((at - from) / (expires - from)) * (size.width - margin.right)),
    y: round(margin.y + (1 - (high === low ? 0.5 : (price - low) / (high - low))) * (size.height - 2 * margin.y)),
  });
  const known = closes.map(({ at, price }) => ({ at: Date.parse(at), price }));
  const entry = point(opened, openPrice);
  const end = point(expires, closePrice);
  return {
    before: [...known.filter(({ at }) => at < opened).map(({ at, price }) => point(at, price)), entry],
    after: [
      entry,
      ...known.filter(({ at }) => at > opened && at < expires).map(({ at, price }) => point(at, price)),
      end,
    ],
    entry,
    end,
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
