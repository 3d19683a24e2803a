interface Candle {
  /** The start of the bar, as text. */
  readonly time: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

interface CandlesProps {
  readonly bars: readonly Candle[];
  /** Number of positions on the axis, so that the chart does not shift when a bar is added. */
  readonly places: number;
  readonly digits: number;
  readonly label: string;
}

const size = { width: 640, height: 270, right: 104, pad: 18 } as const;

/** Up is filled, down is hollow, so that colour is not the only difference. */
export function Candles({ bars, places, digits, label }: CandlesProps) {
  const low = Math.min(...bars.map((bar) => bar.low));
  const high = Math.max(...bars.map((bar) => bar.high));
  const y = (price: number): number => size.pad + ((high - price) / (high - low || 1)) * (size.height - 2 * size.pad);
  const step = (size.width - size.right) / places;
  const last = bars.at(-1);
  return (
    <div className="candles">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <g key={share}>
            <path d={`M0 ${y(low + share * (high - low))}H${size.width - size.right}`} stroke="var(--grid)" />
            <text x={size.width - size.right + 10} y={y(low + share * (high - low)) + 5} className="axis">
              {(low + share * (high - low)).toFixed(digits)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <OneCandle key={bar.time} bar={bar} x={step * (index + 0.5)} width={step * 0.62} y={y} />
        ))}
        {last && (
          <path
            d={`M${step * bars.length} ${y(last.close)}H${size.width - size.right}`}
            stroke="var(--t3)"
            strokeDasharray="2 5"
          />
        )}
      </svg>
    </div>
  );
}

interface CandleProps {
  readonly bar: Candle;
  readonly x: number;
  readonly width: number;
  readonly y: (price: number) => number;
}

function OneCandle({ bar: { open, close, high, low }, x, width, y }: CandleProps) {
  const isUp = close >= open;
  const color = isUp ? 'var(--up-solid)' : 'var(--down-solid)';
  const top = y(Math.max(open, close));
  const height = Math.max(2, y(Math.min(open, close)) - top);
  return (
    <g stroke={color} strokeWidth="1.6">
      <path d={`M${x} ${y(high)}V${top}M${x} ${top + height}V${y(low)}`} />
      <rect x={x - width / 2} y={top} width={width} height={height} rx="1.5" fill={isUp ? color : 'var(--s1)'} />
    </g>
  );
}
