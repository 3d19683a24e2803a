import {
  CandlestickSeries,
  createChart,
  type CreatePriceLineOptions,
  CrosshairMode,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { WireBar } from '#contract/signals.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import type { Overlay } from './overlay.ts';
import { type ChartColors, SignalZone, type Zone } from './signal-zone.ts';

interface ChartContent {
  readonly axis: BarAxis;
  readonly zone: Zone | null;
  /** Null: hidden. */
  readonly overlay: Overlay | null;
  readonly colors: ChartColors;
  readonly clock: (at: number) => string;
  readonly digits: number;
  /**
   * The closing price of a settled signal; the price line is then drawn there instead of at the
   * last bar.
   */
  readonly closePrice: number | null;
}

export interface DrawnChart {
  readonly draw: (content: ChartContent) => void;
  readonly remove: () => void;
}

/**
 * A chart that follows the data, without zoom or panning, so that the page can be scrolled over it
 * on phones.
 */
export function drawChart(container: HTMLElement): DrawnChart {
  const chart = createChart(container, {
    autoSize: true,
    handleScroll: false,
    handleScale: false,
    // The library's logo adds a style element, which the content security policy forbids; the
    // attribution is a link of ours.
    layout: { attributionLogo: false, background: { color: 'transparent' }, fontSize: 12 },
    crosshair: { mode: CrosshairMode.Hidden },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.12 } },
    timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false },
  });
  const candles = chart.addSeries(CandlestickSeries);
  const zone = new SignalZone(chart, candles);
  candles.attachPrimitive(zone);
  const overlayLines = createOverlayLines(chart);
  let lines: IPriceLine[] = [];
  let drawn: ChartContent | null = null;
  chart.timeScale().subscribeSizeChange(() => drawn && frame(chart, container, drawn));

  return {
    draw(content) {
      drawn = content;
      applyColors(chart, candles, content);
      zone.show(content.zone);
      for (const line of lines) candles.removePriceLine(line);
      lines = toLines(content).map((options) => candles.createPriceLine(options));
      candles.applyOptions({ autoscaleInfoProvider: scaleWith(pricesInView(content)) });
      const times = content.axis.bars.map((bar) => stamp(Date.parse(bar.time) / 1000));
      overlayLines.draw(content.overlay, times, content.colors);
      candles.setData([
        ...content.axis.bars.map((bar) => ({ ...bar, time: stamp(Date.parse(bar.time) / 1000) })),
        ...content.axis.future.map((seconds) => ({ time: stamp(seconds) })),
      ]);
      frame(chart, container, content);
    },
    remove: () => chart.remove(),
  };
}

type Line = ISeriesApi<'Line'>;

/** Draws the lines of an overlay: the mean solid, its bounds dotted. Null removes them. */
function createOverlayLines(chart: IChartApi) {
  let drawn: Line[] = [];
  return {
    draw(overlay: Overlay | null, times: readonly UTCTimestamp[], colors: ChartColors): void {
      const lines = overlay?.lines ?? [];
      if (lines.length !== drawn.length) {
        for (const line of drawn) chart.removeSeries(line);
        drawn = lines.map((_, index) => addLine(chart, index === 0));
      }
      drawn.forEach((line, index) => {
        line.applyOptions({ color: colors.axis });
        line.setData(
          times.map((time, at) => {
            const value = lines[index]?.[at] ?? null;
            return value === null ? { time } : { time, value };
          }),
        );
      });
    },
  };
}

const addLine = (chart: IChartApi, isMean: boolean): Line =>
  chart.addSeries(LineSeries, {
    lineWidth: 1,
    lineStyle: isMean ? LineStyle.Solid : LineStyle.LargeDashed,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
  });

/** Room right of the expiry, in bars. */
const placesAfterExpiry = 2.5;

/** The expiry near the right edge, and the past as far as it is readable. */
function frame(chart: IChartApi, container: HTMLElement, { axis, zone }: ChartContent): void {
  const width = chart.timeScale().width() || container.clientWidth;
  const places = visiblePlaces(width, zone ? zone.expiryPlace - zone.entryPlace : 0);
  const end = (zone?.expiryPlace ?? axis.bars.length) + placesAfterExpiry;
  chart.timeScale().setVisibleLogicalRange({ from: end - places, to: end });
}

/** The smallest width of the time between entry and expiry, in pixels: room for its words. */
const minZoneWidth = 60;

/**
 * How many bars are shown: as much of the past as is readable at this width, but never so much that
 * a short signal shrinks to a line. `zoneLength`: from entry to expiry, in bars; zero: none is drawn.
 */
export function visiblePlaces(width: number, zoneLength: number): number {
  const readable = width < 520 ? 20 : 32;
  if (zoneLength <= 0) return readable;
  return Math.max(zoneLength + placesAfterExpiry, Math.min(readable, (width * zoneLength) / minZoneWidth));
}

function applyColors(chart: IChartApi, candles: ISeriesApi<'Candlestick'>, content: ChartContent): void {
  const { colors, clock, digits, zone, closePrice } = content;
  chart.applyOptions({
    layout: { textColor: colors.axis, fontFamily: colors.font },
    grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
    timeScale: { tickMarkFormatter: (time: Time) => clock(Number(time) * 1000) },
  });
  candles.applyOptions({
    ...candleColors(colors, zone?.isUp ?? true),
    priceLineStyle: LineStyle.Dotted,
    priceLineVisible: closePrice === null,
    lastValueVisible: closePrice === null,
    priceFormat: { type: 'price', precision: digits, minMove: 10 ** -digits },
  });
}

/** The library prints the price in black or white on the colour of its line. */
export const candleColors = (colors: ChartColors, isUp: boolean) => ({
  upColor: colors.up,
  borderUpColor: colors.up,
  wickUpColor: colors.up,
  downColor: colors.card,
  borderDownColor: colors.down,
  wickDownColor: colors.down,
  priceLineColor: isUp ? colors.upText : colors.downText,
});

function toLines({ zone, closePrice, overlay, colors }: ChartContent): CreatePriceLineOptions[] {
  const entry = zone && { price: zone.entryPrice, color: colors.entry, lineStyle: LineStyle.Dashed };
  const close = closePrice === null ? null : { price: closePrice, color: colors.quiet, lineStyle: LineStyle.Dotted };
  const levels = (overlay?.levels ?? []).map((price) => ({
    price,
    color: colors.quiet,
    lineStyle: LineStyle.SparseDotted,
  }));
  return [entry, close, ...levels]
    .filter((line) => line !== null)
    .map((line) => ({ ...line, lineWidth: 1, axisLabelVisible: true, title: '' }));
}

/** Keeps these prices in view. */
function scaleWith(prices: readonly number[]) {
  type Base = () => { priceRange: { minValue: number; maxValue: number } | null } | null;
  return (base: Base) => {
    const info = base();
    if (!info?.priceRange) return info;
    const { minValue, maxValue } = info.priceRange;
    return { priceRange: { minValue: Math.min(minValue, ...prices), maxValue: Math.max(maxValue, ...prices) } };
  };
}

const pricesInView = ({ zone, overlay }: ChartContent): readonly number[] => [
  ...(zone ? [zone.entryPrice] : []),
  ...(overlay?.levels ?? []),
];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's nominal type has no constructor
const stamp = (seconds: number): UTCTimestamp => seconds as UTCTimestamp;

/** A position on the chart's axis of bars: whole numbers are the centres of bars. */
interface BarAxis {
  readonly bars: readonly WireBar[];
  /**
   * Minutes without a bar yet, so that the expiry has space and a label. Seconds since the epoch.
   */
  readonly future: readonly number[];
  readonly resolvePlace: (at: number) => number;
}

/** The axis up to some minutes past `end`. Minutes without trading have no position on it. */
export function barAxis(bars: readonly WireBar[], end: number): BarAxis {
  const starts = bars.map(({ time }) => Date.parse(time));
  const last = starts.at(-1) ?? startOfMinute(end);
  const missing = Math.max(3, Math.ceil((end - last) / minuteMs) + 3);
  const future = Array.from({ length: missing }, (_, index) => (last + (index + 1) * minuteMs) / 1000);
  return { bars, future, resolvePlace: (at) => placeAmong(starts, at) };
}

/** A bar covers its minute from half a position before its centre to half a position after. */
function placeAmong(starts: readonly number[], at: number): number {
  const next = starts.findIndex((start) => start > at);
  const index = next === -1 ? starts.length - 1 : next - 1;
  const start = starts[Math.max(0, index)] ?? at;
  return Math.max(0, index) + (at - start) / minuteMs - 0.5;
}
