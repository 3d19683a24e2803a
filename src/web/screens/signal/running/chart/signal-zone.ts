import type {
  IChartApi,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  PrimitivePaneViewZOrder,
} from 'lightweight-charts';

/** The drawn parts of a signal, in bar axis positions and prices. */
export interface Zone {
  readonly entryPlace: number;
  readonly expiryPlace: number;
  readonly entryPrice: number;
  readonly isUp: boolean;
  readonly winText: string;
  readonly lossText: string;
  readonly colors: ChartColors;
}

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

/**
 * From entry to expiry: the winning half filled with the direction's colour, the losing half
 * hatched in grey.
 */
export class SignalZone implements ISeriesPrimitive {
  #zone: Zone | null = null;
  readonly #chart: IChartApi;
  readonly #series: ISeriesApi<'Candlestick'>;
  readonly #views: readonly IPrimitivePaneView[];

  constructor(chart: IChartApi, series: ISeriesApi<'Candlestick'>) {
    this.#chart = chart;
    this.#series = series;
    // Areas below the grid and the candles, words above them.
    this.#views = [this.#getView('bottom', drawAreas), this.#getView('top', drawMarks)];
  }

  show(zone: Zone | null): void {
    this.#zone = zone;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  #getView(order: PrimitivePaneViewZOrder, draw: Draw): IPrimitivePaneView {
    const renderer: IPrimitivePaneRenderer = { draw: (target) => this.#draw(target, draw) };
    return { renderer: () => renderer, zOrder: () => order };
  }

  #draw(target: Target, draw: Draw): void {
    const zone = this.#zone;
    if (!zone) return;
    const left = this.#xOf(zone.entryPlace);
    const right = this.#xOf(zone.expiryPlace);
    const entry = this.#series.priceToCoordinate(zone.entryPrice);
    if (left === null || right === null || entry === null) return;
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      draw(context, zone, { left, right, entry, bottom: mediaSize.height });
    });
  }

  /**
   * The library returns coordinates for whole positions only; those in between are interpolated.
   */
  #xOf(place: number): number | null {
    const scale = this.#chart.timeScale();
    const before = scale.logicalToCoordinate(logical(Math.floor(place)));
    const after = scale.logicalToCoordinate(logical(Math.ceil(place)));
    if (before === null || after === null) return null;
    return before + (after - before) * (place - Math.floor(place));
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's nominal type has no constructor
const logical = (place: number): Logical => place as Logical;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly entry: number;
  readonly bottom: number;
}

type Draw = (context: CanvasRenderingContext2D, zone: Zone, box: Box) => void;

function drawAreas(context: CanvasRenderingContext2D, zone: Zone, box: Box): void {
  const [winTop, winBottom] = zone.isUp ? [0, box.entry] : [box.entry, box.bottom];
  const [lossTop, lossBottom] = zone.isUp ? [box.entry, box.bottom] : [0, box.entry];
  fillWin(context, zone, box, winTop, winBottom);
  hatch(context, zone.colors.quiet, box, lossTop, lossBottom);
  verticalLine(context, box.left, box.bottom, zone.colors.quiet, 1);
  verticalLine(context, box.right, box.bottom, zone.colors.ink, 1.5);
}

function drawMarks(context: CanvasRenderingContext2D, zone: Zone, box: Box): void {
  label(
    context,
    zone.winText,
    zone.isUp ? zone.colors.upText : zone.colors.downText,
    box,
    zone.isUp ? 16 : box.bottom - 8,
    zone,
  );
  label(context, zone.lossText, zone.colors.quiet, box, zone.isUp ? box.bottom - 8 : 16, zone);
  entryPoint(context, zone.colors, box);
}

function fillWin(context: CanvasRenderingContext2D, zone: Zone, box: Box, top: number, bottom: number): void {
  const color = zone.isUp ? zone.colors.up : zone.colors.down;
  const gradient = context.createLinearGradient(0, zone.isUp ? bottom : top, 0, zone.isUp ? top : bottom);
  gradient.addColorStop(0, withAlpha(color, 0.26));
  gradient.addColorStop(1, withAlpha(color, 0.03));
  context.fillStyle = gradient;
  context.fillRect(box.left, top, box.right - box.left, bottom - top);
}

function hatch(context: CanvasRenderingContext2D, color: string, box: Box, top: number, bottom: number): void {
  context.save();
  context.beginPath();
  context.rect(box.left, top, box.right - box.left, bottom - top);
  context.clip();
  context.beginPath();
  for (let x = box.left - (bottom - top); x < box.right; x += 7) {
    context.moveTo(x, bottom);
    context.lineTo(x + (bottom - top), top);
  }
  context.strokeStyle = withAlpha(color, 0.3);
  context.lineWidth = 1;
  context.stroke();
  context.restore();
}

function verticalLine(
  context: CanvasRenderingContext2D,
  x: number,
  bottom: number,
  color: string,
  width: number,
): void {
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, bottom);
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke();
}

function label(context: CanvasRenderingContext2D, text: string, color: string, box: Box, y: number, zone: Zone): void {
  context.font = `560 12px ${zone.colors.font}`;
  context.textAlign = 'right';
  context.fillStyle = color;
  const fits = context.measureText(text).width < box.right - box.left - 12;
  // A narrow zone shows only the word; its half makes the meaning clear.
  const shown = fits ? text : (text.split(':')[0] ?? text);
  // An outline keeps candles and hatching off the letters.
  context.strokeStyle = zone.colors.card;
  context.lineWidth = 4;
  context.lineJoin = 'round';
  context.strokeText(shown, box.right - 6, y);
  context.fillText(shown, box.right - 6, y);
}

function entryPoint(context: CanvasRenderingContext2D, colors: ChartColors, box: Box): void {
  context.beginPath();
  context.arc(box.left, box.entry, 4.5, 0, 2 * Math.PI);
  context.fillStyle = colors.card;
  context.fill();
  context.strokeStyle = colors.entry;
  context.lineWidth = 2.5;
  context.stroke();
}

/** Tokens are six-digit hexadecimal colours. */
const withAlpha = (color: string, alpha: number): string =>
  `${color.slice(0, 7)}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`;

export interface ChartColors {
  readonly up: string;
  readonly down: string;
  /** Of text in these colours, and of what the library puts its own black or white text on. */
  readonly upText: string;
  readonly downText: string;
  readonly card: string;
  readonly grid: string;
  readonly axis: string;
  readonly entry: string;
  readonly ink: string;
  readonly quiet: string;
  readonly font: string;
}

/**
 * A canvas cannot use custom properties, so they are read from the element, and again when the
 * theme changes.
 */
export function chartColors(element: Element): ChartColors {
  const style = getComputedStyle(element);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    up: value('--up-solid'),
    down: value('--down-solid'),
    upText: value('--up'),
    downText: value('--down'),
    card: value('--s1'),
    grid: value('--grid'),
    axis: value('--axis'),
    entry: value('--entry'),
    ink: value('--t1'),
    quiet: value('--t3'),
    font: value('--font-text'),
  };
}
