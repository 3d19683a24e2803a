import type { CSSProperties, ReactNode } from 'react';
import type { WireBar } from '#contract/prices.ts';
import type { Direction } from '#domain/market/direction.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { ShownForecast } from './forecast.ts';

interface CardPictureProps {
  readonly bars: readonly WireBar[];
  /** Null: the model answers when it is asked, or nothing is known yet. */
  readonly forecast: ShownForecast | null;
  /** The direction of the recorded signal, to which the needles fold; null before. */
  readonly folded: Direction | null;
}

/**
 * Left of the pivot the last minutes, right of it the chance: the price now is the horizon. Before a
 * signal is recorded two needles stand mirrored at the chance, so that no direction is shown.
 */
export const CardPicture = (props: CardPictureProps) => (
  <>
    <Picture {...props} size={wide} className="lc-wide" />
    <Picture {...props} size={slim} className="lc-slim" />
  </>
);

const wide = {
  width: 823,
  height: 464,
  pivot: { x: 492, y: 240 },
  radius: 270,
  /** Lengths inwards from the arc. */
  tick: { small: 5, large: 12, needs: 22 },
  scale: { at: 279, size: 13, below: 4.5 },
  chance: { at: 280, size: 24, below: 8, apart: 23 },
  needle: { length: 254, half: 8 },
  needs: { x: 703, size: 13, letter: 8.7, always: true },
  pin: { radius: 7, width: 3.5 },
  candles: { count: 26, first: 12.8, step: 17.62, width: 10.6, reach: 130, clock: true },
} as const;

const slim = {
  width: 358,
  height: 190,
  pivot: { x: 172, y: 95 },
  radius: 140,
  tick: { small: 5, large: 12, needs: 15 },
  scale: { at: 149, size: 11.5, below: 4.5 },
  chance: { at: 150, size: 16, below: 6, apart: 17 },
  needle: { length: 129, half: 5.5 },
  /** Short of it, the needles stand where its words would. */
  needs: { x: 267, size: 11, letter: 7.2, always: false },
  pin: { radius: 5, width: 2.5 },
  candles: { count: 14, first: 9.4, step: 10.86, width: 6.5, reach: 58, clock: false },
} as const;

type Size = typeof wide | typeof slim;

/** Degrees by which a needle rises for each percent above one half. */
const degreesPerPercent = 1.8;
/** The dial ends a little above 65 %; a surer needle stands at its end. */
const maxPercent = 17;

interface PictureProps extends CardPictureProps {
  readonly size: Size;
  readonly className: string;
}

function Picture({ bars, forecast, folded, size, className }: PictureProps) {
  const id = `past-${className}`;
  return (
    <svg className={className} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      <linearGradient id={id}>
        <stop offset="0" stopColor="#fff" stopOpacity="0" />
        <stop offset=".22" stopColor="#fff" />
      </linearGradient>
      <mask id={`${id}-mask`}>
        <rect width={size.pivot.x} height={size.height} fill={`url(#${id})`} />
      </mask>
      <Dial size={size} forecast={forecast} />
      <Past bars={bars.slice(-size.candles.count)} size={size} mask={`url(#${id}-mask)`} />
      {forecast?.hasLean && <Needles size={size} forecast={forecast} folded={folded} />}
      <circle
        cx={size.pivot.x}
        cy={size.pivot.y}
        r={size.pin.radius}
        fill="var(--s1)"
        stroke={forecast?.isReady ? 'var(--t1)' : 'var(--t3)'}
        strokeWidth={size.pin.width}
      />
    </svg>
  );
}

/** An angle of the dial: `percent` above one half, negative below the horizon. */
function placeOn({ pivot }: Size, radius: number, percent: number): { readonly x: number; readonly y: number } {
  const angle = (percent * degreesPerPercent * Math.PI) / 180;
  return { x: rounded(pivot.x + radius * Math.cos(angle)), y: rounded(pivot.y - radius * Math.sin(angle)) };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

const point = ({ x, y }: { readonly x: number; readonly y: number }): string => `${x} ${y}`;

const marks = Array.from({ length: 2 * maxPercent + 1 }, (_, index) => index - maxPercent);

function Dial({ size, forecast }: { readonly size: Size; readonly forecast: ShownForecast | null }) {
  const { t } = usePhrases();
  const { pivot, radius, tick, scale, needs } = size;
  const needed = forecast && forecast.needed - 50;
  const text = forecast && (needs.always || forecast.isReady) && t('signal.card.needsMark', { n: forecast.needs });
  const gap = text ? (text.length * needs.letter) / 2 : 0;
  const label = forecast?.hasLean ? chanceAt(size, forecast) : null;
  return (
    <>
      {needed !== null && (
        <path
          d={`M${point(pivot)}L${point(placeOn(size, radius, needed))}A${radius} ${radius} 0 0 1 ${point(placeOn(size, radius, -needed))}Z`}
          fill="var(--t3)"
          opacity=".17"
        />
      )}
      <path
        d={`M${point(placeOn(size, radius, maxPercent + 0.2))}A${radius} ${radius} 0 0 1 ${point(placeOn(size, radius, -maxPercent - 0.2))}`}
        fill="none"
        stroke="var(--line-2)"
        strokeWidth="1.5"
      />
      {marks.map((mark) => {
        const isLarge = mark % 5 === 0;
        const inner = radius - (isLarge ? tick.large : tick.small);
        return (
          <path
            key={mark}
            d={`M${point(placeOn(size, inner, mark))}L${point(placeOn(size, radius, mark))}`}
            stroke={isLarge ? 'var(--line-3)' : 'var(--line-2)'}
            strokeWidth="1.5"
          />
        );
      })}
      {marks
        .filter((mark) => mark % 5 === 0 && (label === null || isClear(mark, label, size)))
        .map((mark) => {
          const at = placeOn(size, scale.at, mark);
          return (
            <text key={mark} x={at.x} y={at.y + scale.below} fontSize={scale.size} fill="var(--t3)">
              {50 + Math.abs(mark)}
            </text>
          );
        })}
      {needed !== null &&
        [needed, -needed].map((mark) => (
          <path
            key={mark}
            d={`M${point(placeOn(size, radius - tick.needs, mark))}L${point(placeOn(size, radius, mark))}`}
            stroke="var(--t1)"
            strokeWidth="2"
          />
        ))}
      <path
        d={`M0 ${pivot.y}H${rounded(needs.x - gap)}M${rounded(needs.x + gap)} ${pivot.y}H${pivot.x + radius}`}
        stroke="var(--line-3)"
        strokeDasharray="2 5"
      />
      {text && (
        <text
          x={needs.x}
          y={pivot.y + scale.below}
          fontSize={needs.size}
          textAnchor="middle"
          fill={forecast?.isReady ? 'var(--t2)' : 'var(--t3)'}
        >
          {text}
        </text>
      )}
    </>
  );
}

/** Where the figure beside a needle stands, percent above one half: two of them never touch. */
const chanceAt = ({ chance }: Size, { probability }: ShownForecast): number =>
  Math.max(toMark(probability), (Math.asin(chance.apart / 2 / chance.at) * 180) / Math.PI / degreesPerPercent);

const toMark = (probability: number): number => Math.min(maxPercent, probability - 50);

/** Whether a figure of the scale is clear of those beside the needles. */
const isClear = (mark: number, label: number, { chance, scale }: Size): boolean =>
  Math.abs(Math.abs(mark) - label) * degreesPerPercent * (Math.PI / 180) * scale.at > (chance.apart + scale.size) / 2;

interface NeedlesProps {
  readonly size: Size;
  readonly forecast: ShownForecast;
  readonly folded: Direction | null;
}

function Needles({ size, forecast, folded }: NeedlesProps): ReactNode {
  const { pivot, needle, chance } = size;
  const mark = toMark(forecast.probability);
  const label = chanceAt(size, forecast);
  const { length, half } = needle;
  return (['BUY', 'SELL'] as const).map((side) => {
    const sign = side === 'BUY' ? 1 : -1;
    const towards = folded === null ? sign : folded === 'BUY' ? 1 : -1;
    const text = placeOn(size, chance.at, sign * label);
    const name = side === 'BUY' ? 'up' : 'down';
    return (
      <g key={side} className={folded === null || folded === side ? 'lc-side' : 'lc-side gone'}>
        <path
          className="lc-needle"
          d={`M${pivot.x + length} ${pivot.y}L${pivot.x} ${pivot.y + half}V${pivot.y - half}Z`}
          fill={forecast.isReady ? `var(--${name}-solid)` : 'var(--t3)'}
          style={
            {
              transformOrigin: `${pivot.x}px ${pivot.y}px`,
              transform: `rotate(${rounded(-towards * mark * degreesPerPercent)}deg)`,
            } satisfies CSSProperties
          }
        />
        <text
          x={text.x}
          y={text.y + chance.below}
          fontSize={chance.size}
          fontWeight="650"
          fill={forecast.isReady ? `var(--${name})` : 'var(--t2)'}
        >
          {forecast.chance}
        </text>
      </g>
    );
  });
}

interface PastProps {
  readonly bars: readonly WireBar[];
  readonly size: Size;
  readonly mask: string;
}

/** The last minutes up to now; the forming candle is framed. Up is filled, down is hollow. */
function Past({ bars, size: { pivot, height, candles }, mask }: PastProps) {
  const { f } = usePhrases();
  const last = bars.at(-1);
  if (!last) return null;
  const reach = Math.max(...bars.flatMap(({ high, low }) => [high - last.close, last.close - low]));
  const y = (price: number): number => rounded(pivot.y + ((last.close - price) / (reach || 1)) * candles.reach);
  const columns = bars.map((bar, index) => ({
    bar,
    x: rounded(candles.first + candles.step * (candles.count - bars.length + index)),
  }));
  const formingX = columns.at(-1)?.x ?? 0;
  return (
    <>
      <g mask={mask}>
        {candles.clock &&
          columns
            .filter((_, index) => (index + 1) % 8 === 0)
            .map(({ bar, x }) => (
              <g key={bar.time}>
                <path d={`M${x} 70V434`} stroke="var(--grid)" />
                <text x={x} y={height - 12} fontSize="12.5" textAnchor="middle" fill="var(--axis)">
                  {f.clock(Date.parse(bar.time))}
                </text>
              </g>
            ))}
        {columns.map(({ bar, x }) => (
          <Candle key={bar.time} bar={bar} x={x} width={candles.width} y={y} />
        ))}
      </g>
      <rect
        x={rounded(formingX - candles.width / 2 - 4)}
        y={y(last.high) - 6}
        width={candles.width + 8}
        height={rounded(y(last.low) - y(last.high) + 12)}
        rx="5"
        fill="none"
        stroke="var(--t3)"
        strokeDasharray="2 3"
      />
    </>
  );
}

interface CandleProps {
  readonly bar: WireBar;
  readonly x: number;
  readonly width: number;
  readonly y: (price: number) => number;
}

function Candle({ bar: { open, close, high, low }, x, width, y }: CandleProps) {
  const isUp = close >= open;
  const color = isUp ? 'var(--up-solid)' : 'var(--down-solid)';
  const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))];
  return (
    <g stroke={color} strokeWidth="1.2">
      <path d={`M${x} ${y(high)}V${top}M${x} ${bottom}V${y(low)}`} />
      <rect
        x={x - width / 2}
        y={top}
        width={width}
        height={Math.max(1.5, bottom - top)}
        rx="1"
        fill={isUp ? color : 'var(--s1)'}
      />
    </g>
  );
}
