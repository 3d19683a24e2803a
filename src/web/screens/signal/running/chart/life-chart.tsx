import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { WireBar } from '#contract/prices.ts';
import type { Signal } from '#contract/signals.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { minuteMs } from '#domain/time.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { gridSteps, type Life, getLife, type Point, getScale } from './life.ts';

export type ChartKind = 'line' | 'candles';

interface LifeChartProps {
  readonly signal: Signal;
  readonly bars: readonly WireBar[];
  readonly path: readonly Point[];
  readonly kind: ChartKind;
}

/** The life of a signal in pixels, so that its text keeps its size at every width. */
export function LifeChart({ signal, bars, path, kind }: LifeChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const digits = priceDigits(signal.symbol);
  const life = getLife(signal);
  const scale = getScale(bars, life, digits);
  return (
    <div ref={box} className="absolute inset-0">
      {size && scale !== null && (
        <Drawing {...{ signal, bars, path, kind, life, digits }} plot={plotIn(size, signal, life, scale, path)} />
      )}
    </div>
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function useSize(box: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return size && size.width > 0 && size.height > 0 ? size : null;
}

interface Plot {
  readonly isWide: boolean;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly scale: number;
  readonly entry: number;
  readonly x: (at: number) => number;
  /** A price beyond the scale stands at its end. */
  readonly y: (price: number) => number;
}

/** On wide pictures the prices stand on the right, and the pair above the chart. */
function plotIn(
  { width, height }: Size,
  { openPrice }: Signal,
  life: Life,
  scale: number,
  path: readonly Point[],
): Plot {
  const isWide = width >= 480;
  const right = isWide ? width - 88 : width - 2;
  const top = isWide && height > 420 ? 70 : 4;
  const bottom = height - 34;
  // While the entry is pending, the last price stands in its place.
  const entry = openPrice ?? path.at(-1)?.price ?? 0;
  const half = (bottom - top) / 2;
  const x = (at: number): number => (right * (at - life.from)) / (life.to - life.from);
  const y = (price: number): number => Math.min(bottom, Math.max(top, top + half - (half * (price - entry)) / scale));
  return { isWide, right, top, bottom, scale, entry, x, y };
}

interface DrawingProps extends LifeChartProps {
  readonly life: Life;
  readonly digits: number;
  readonly plot: Plot;
}

function Drawing({ signal, bars, path, kind, life, digits, plot }: DrawingProps) {
  const isUp = signal.signal === 'BUY';
  return (
    <svg width="100%" height="100%" aria-hidden="true">
      {signal.openPrice !== null && <Zones isUp={isUp} life={life} plot={plot} />}
      <Grid digits={digits} plot={plot} hidden={[signal.openPrice, signal.closePrice ?? path.at(-1)?.price ?? null]} />
      {kind === 'candles' ? (
        <CandleShapes bars={bars} life={life} plot={plot} />
      ) : (
        <Line path={path} life={life} plot={plot} />
      )}
      {signal.openPrice !== null && <EntryAndExpiry {...{ signal, life, digits, plot }} />}
      <Head signal={signal} path={path} digits={digits} plot={plot} />
    </svg>
  );
}

/** From entry to expiry: the winning half in the colour of the direction, the losing half hatched. */
function Zones({
  isUp,
  life,
  plot: { x, y, right, top, bottom, entry, isWide },
}: {
  isUp: boolean;
  life: Life;
  plot: Plot;
}) {
  const { t } = usePhrases();
  const id = useId();
  const [left, middle] = [x(life.entryAt), y(entry)];
  const color = `var(--${isUp ? 'up' : 'down'}-solid)`;
  const upper = { x: left, y: top, width: right - left, height: middle - top };
  const lower = { x: left, y: middle, width: right - left, height: bottom - middle };
  const [win, loss] = isUp ? [upper, lower] : [lower, upper];
  const words = { x: right - 12, fontSize: isWide ? 13 : 12, textAnchor: 'end' } as const;
  const [upperY, lowerY] = [top + 24, bottom - 12];
  return (
    <>
      <defs>
        <linearGradient id={`${id}win`} x1="0" x2="0" y1={isUp ? 1 : 0} y2={isUp ? 0 : 1}>
          <stop offset="0" stopColor={color} stopOpacity=".3" />
          <stop offset="1" stopColor={color} stopOpacity=".03" />
        </linearGradient>
        <pattern id={`${id}loss`} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V7" stroke="var(--t3)" strokeOpacity=".22" strokeWidth="1.2" />
        </pattern>
      </defs>
      <rect {...win} fill={`url(#${id}win)`} />
      <rect {...loss} fill={`url(#${id}loss)`} />
      <text {...words} y={isUp ? upperY : lowerY} fontWeight="560" fill={`var(--${isUp ? 'up' : 'down'})`}>
        {t(isUp ? 'flow.live.winAbove' : 'flow.live.winBelow')}
      </text>
      <text {...words} y={isUp ? lowerY : upperY} fill="var(--t2)">
        {t(isUp ? 'flow.live.lossBelow' : 'flow.live.lossAbove')}
      </text>
      <path d={`M${left} ${top}V${bottom}`} stroke="var(--line-3)" />
    </>
  );
}

interface GridProps {
  readonly digits: number;
  readonly plot: Plot;
  /** Prices whose tags stand in place of a label. */
  readonly hidden: readonly (number | null)[];
}

function Grid({ digits, plot: { y, right, scale, entry, isWide }, hidden }: GridProps) {
  const tags = hidden.flatMap((price) => (price === null ? [] : [y(price)]));
  return gridSteps(scale, digits).map((step) => {
    const at = y(entry + step);
    const isFree = tags.every((tag) => Math.abs(tag - at) > 18);
    return (
      <g key={step}>
        <path d={`M0 ${at}H${right}`} stroke="var(--grid)" />
        {isWide && isFree && (
          <text x={right + 10} y={at + 4} fontSize="12.5" fill="var(--axis)">
            {(entry + step).toFixed(digits)}
          </text>
        )}
      </g>
    );
  });
}

/** Before the entry in the colour of a label, since then in that of a value. */
function Line({ path, life, plot }: { path: readonly Point[]; life: Life; plot: Plot }) {
  const split = path.findIndex(({ at }) => at >= life.entryAt);
  const before = split === -1 ? path : path.slice(0, split + 1);
  const since = split === -1 ? [] : path.slice(split);
  return (
    <>
      <path d={toLine(before, plot)} fill="none" stroke="var(--t3)" strokeWidth="1.6" strokeLinejoin="round" />
      <path d={toLine(since, plot)} fill="none" stroke="var(--t1)" strokeWidth="2.2" strokeLinejoin="round" />
    </>
  );
}

const toLine = (path: readonly Point[], { x, y }: Plot): string =>
  path.map(({ at, price }, index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(price).toFixed(1)}`).join('');

/** A rising candle is filled, a falling one hollow. */
function CandleShapes({ bars, life, plot: { x, y } }: { bars: readonly WireBar[]; life: Life; plot: Plot }) {
  const width = Math.min(22, 0.7 * (x(life.from + minuteMs) - x(life.from)));
  const shown = bars.filter(({ time }) => Date.parse(time) + minuteMs > life.from && Date.parse(time) < life.to);
  return shown.map(({ time, open, high, low, close }) => {
    const isUp = close >= open;
    const color = `var(--${isUp ? 'up' : 'down'}-solid)`;
    const middle = x(Date.parse(time) + minuteMs / 2);
    const top = y(Math.max(open, close));
    return (
      <g key={time} stroke={color} strokeWidth="1.4">
        <path d={`M${middle} ${y(high)}V${y(low)}`} />
        <rect
          x={middle - width / 2}
          y={top}
          width={width}
          height={Math.max(1.5, y(Math.min(open, close)) - top)}
          rx="1.5"
          fill={isUp ? color : 'var(--s1)'}
        />
      </g>
    );
  });
}

interface MarksProps {
  readonly signal: Signal;
  readonly life: Life;
  readonly digits: number;
  readonly plot: Plot;
}

function EntryAndExpiry({ signal: { openPrice }, life, digits, plot }: MarksProps) {
  const { f } = usePhrases();
  const { x, y, right, top, bottom, entry, isWide } = plot;
  const [left, middle] = [x(life.entryAt), y(entry)];
  const expiryX = isWide ? right : right - 34;
  return (
    <>
      <path d={`M0 ${middle}H${right}`} stroke="var(--entry)" strokeWidth="1.4" strokeDasharray="5 4" />
      <path d={`M${right} ${top}V${bottom}`} stroke="var(--t1)" strokeWidth="2.5" />
      <circle cx={left} cy={middle} r="5" fill="var(--s1)" stroke="var(--t1)" strokeWidth="2.2" />
      {isWide && <Tag x={right + 4} y={middle} text={(openPrice ?? entry).toFixed(digits)} fill="t1" ink="on-act" />}
      <text x={left} y={bottom + 23} fontSize={isWide ? 12.5 : 11.5} textAnchor="middle" fill="var(--axis)">
        {!isWide && (
          <tspan fontWeight="600" fill="var(--t1)">
            {openPrice?.toFixed(digits)}
          </tspan>
        )}
        <tspan>{`${isWide ? '' : ' · '}${f.time(life.entryAt)}`}</tspan>
      </text>
      <Tag x={expiryX - 35} y={bottom + 17} width={70} text={f.time(life.to)} fill="t1" ink="on-act" />
    </>
  );
}

interface TagProps {
  readonly x: number;
  readonly y: number;
  readonly width?: number;
  readonly text: string;
  /** Colour tokens of its background and its text. */
  readonly fill: string;
  readonly ink: string;
}

const Tag = ({ x, y, width = 72, text, fill, ink }: TagProps) => (
  <g>
    <rect x={x} y={y - 11} width={width} height="22" rx="6" fill={`var(--${fill})`} />
    <text x={x + width / 2} y={y + 4.5} fontSize="12.5" fontWeight="600" textAnchor="middle" fill={`var(--${ink})`}>
      {text}
    </text>
  </g>
);

/** Between the tags of the entry and of the price, so that both can be read. */
const tagGap = 24;

/** The price now, or the close: a dot at the end of the line, and its tag. */
function Head({ signal, path, digits, plot }: { signal: Signal; path: readonly Point[]; digits: number; plot: Plot }) {
  const { x, y, right, entry, isWide } = plot;
  const last = path.at(-1);
  const isSettled = signal.status === 'settled';
  const price = isSettled ? signal.closePrice : last?.price;
  if (price === null || price === undefined || !last) return null;
  const { fill, ink } = headColors(signal.result, signal.signal === 'BUY');
  const [at, level, middle] = [isSettled ? right : x(last.at), y(price), y(entry)];
  const away = level <= middle ? Math.min(level, middle - tagGap) : Math.max(level, middle + tagGap);
  const tagY = signal.openPrice === null ? level : away;
  return (
    <>
      {!isSettled && (
        <>
          <path d={`M${at} ${level}H${right}`} stroke={`var(--${fill})`} strokeDasharray="1.5 4" opacity=".9" />
          <circle cx={at} cy={level} r="11" fill={`var(--${fill})`} opacity=".22" />
        </>
      )}
      {isWide && tagY !== level && <path d={`M${right} ${level}L${right + 6} ${tagY}`} stroke={`var(--${fill})`} />}
      {isWide && <Tag x={right + 4} y={tagY} text={price.toFixed(digits)} fill={fill} ink={ink} />}
      <circle cx={at} cy={level} r="5.5" fill={`var(--${fill})`} stroke="var(--s1)" strokeWidth="2" />
    </>
  );
}

function headColors(result: Outcome | null, isUp: boolean): { fill: string; ink: string } {
  const shape = result && outcomeStyle[result];
  if (shape === null) return isUp ? { fill: 'up-solid', ink: 'on-up' } : { fill: 'down-solid', ink: 'on-down' };
  return { fill: shape === 'void' ? 't3' : shape, ink: 's1' };
}
