import { OutcomeMark } from '#web/ui/outcome-mark.tsx';

export interface TrialChartProps {
  /** Closes of one-minute bars up to the entry. */
  readonly before: readonly number[];
  /** Closes after the entry; null: not shown yet. */
  readonly after: readonly number[] | null;
  readonly openPrice: number;
  readonly isRight: boolean;
  readonly label: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const margin = 24;

/** The price up to the entry, and two ways from it; after the answer the way it took. */
export function TrialChart({ before, after, openPrice, isRight, label, width, height }: TrialChartProps & Size) {
  const shown = [...before, openPrice, ...(after ?? [])];
  const reach = Math.max(...shown.map((price) => Math.abs(price - openPrice))) || 1;
  const middle = height / 2;
  const y = (price: number): number => middle - ((price - openPrice) / reach) * (middle - margin);
  const entry = width * (after ? 0.4 : 0.56);
  const end = width - margin;
  const past = [...before, openPrice].map((price, i) => ({ x: (entry * i) / before.length, y: y(price) }));
  const close = after?.at(-1) ?? openPrice;
  const isUp = close > openPrice;
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={`M0 ${margin}H${width}M0 ${height - margin}H${width}`} stroke="var(--grid)" />
      {(!after || isUp) && <Half color="up" x={entry} y={0} width={width - entry} height={middle} />}
      {(!after || !isUp) && <Half color="down" x={entry} y={middle} width={width - entry} height={middle} />}
      <path d={`M0 ${middle}H${width}`} stroke="var(--entry)" strokeDasharray="5 4" />
      <path d={toPath(past)} fill="none" stroke="var(--t1)" strokeWidth="2.2" strokeLinejoin="round" />
      {after ? (
        <>
          <path
            className="trial-line"
            pathLength="1"
            d={toPath(
              [openPrice, ...after].map((price, i) => ({ x: entry + ((end - entry) * i) / after.length, y: y(price) })),
            )}
            fill="none"
            stroke={isUp ? 'var(--up-solid)' : 'var(--down-solid)'}
            strokeWidth="2.6"
            strokeLinejoin="round"
          />
          <path d={`M${end} 0V${height}`} stroke="var(--t1)" strokeWidth="2" />
          <g transform={`translate(${end - 8} ${y(close) - 8})`}>
            <OutcomeMark shape={isRight ? 'win' : 'loss'} />
          </g>
        </>
      ) : (
        <>
          <Way color="up" from={entry} to={end - 24} y={middle} rise={-middle / 2} />
          <Way color="down" from={entry} to={end - 24} y={middle} rise={middle / 2} />
        </>
      )}
      <circle cx={entry} cy={middle} r="5.5" fill="var(--s1)" stroke="var(--t1)" strokeWidth="2.2" />
    </svg>
  );
}

type Color = 'up' | 'down';

const Half = ({ color, ...area }: { color: Color; x: number; y: number; width: number; height: number }) => (
  <rect {...area} fill={`var(--${color}-solid)`} opacity=".14" />
);

interface WayProps {
  readonly color: Color;
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly rise: number;
}

/** A dotted curve with an arrowhead. */
function Way({ color, from, to, y, rise }: WayProps) {
  const tip = y + rise;
  const back = rise < 0 ? 1 : -1;
  return (
    <g fill="none" stroke={`var(--${color})`} strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
      <path d={`M${from + 12} ${y + rise / 8}Q${(from + to) / 2} ${y + rise / 4} ${to} ${tip}`} strokeDasharray="2 6" />
      <path d={`M${to - 12} ${tip + back}L${to} ${tip}L${to - 5} ${tip + 11 * back}`} />
    </g>
  );
}

const toPath = (points: readonly { x: number; y: number }[]): string =>
  `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
