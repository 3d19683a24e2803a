import { roundPrice } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from './bar-builder.ts';

interface BarColumns {
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/** The newest bars of one pair, in ascending time, and the gaps that its feed has reported. */
export type BarHistory = ReturnType<typeof createBarHistory>;

const emptyColumns = (size: number): BarColumns => ({
  time: new Float64Array(size),
  open: new Float64Array(size),
  high: new Float64Array(size),
  low: new Float64Array(size),
  close: new Float64Array(size),
});

/** Retained bars of a pair: a day and the longest feature window. */
export const retainedBars = 2_048;

/** `digits`: the pair's precision. `capacity`: number of retained bars. */
export function createBarHistory(digits: number, capacity = retainedBars) {
  const ring = emptyColumns(capacity);
  const reported = createGapList();
  let written = 0;

  const size = (): number => Math.min(written, capacity);
  const slot = (index: number): number => (written - size() + index) % capacity;
  const timeAt = (index: number): number => ring.time[slot(index)] ?? Number.NaN;
  const lastTime = (): number => (size() === 0 ? Number.NEGATIVE_INFINITY : timeAt(size() - 1));

  function write(bar: Bar): void {
    const at = written % capacity;
    ring.time[at] = bar.time;
    for (const name of ['open', 'high', 'low', 'close'] as const) ring[name][at] = roundPrice(bar[name], digits);
    written += 1;
  }

  function barAt(index: number): Bar {
    const at = slot(index);
    const value = (name: keyof BarColumns): number => ring[name][at] ?? Number.NaN;
    return { time: value('time'), open: value('open'), high: value('high'), low: value('low'), close: value('close') };
  }

  /** Index of the first bar at or after `time`. */
  function firstAtOrAfter(time: number): number {
    let low = 0;
    let high = size();
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (timeAt(middle) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function push(bar: Bar): boolean {
    if (bar.time <= lastTime()) return false;
    write(bar);
    return true;
  }

  function fill(bars: readonly Bar[]): void {
    const merged = new Map(between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY).map((bar) => [bar.time, bar]));
    for (const bar of bars) {
      merged.set(bar.time, bar);
      reported.clear(bar.time, bar.time + minuteMs);
    }
    written = 0;
    for (const bar of [...merged.values()].toSorted((a, b) => a.time - b.time)) write(bar);
  }

  function between(from: number, to: number): Bar[] {
    const found: Bar[] = [];
    for (let i = firstAtOrAfter(from); i < size() && timeAt(i) < to; i += 1) found.push(barAt(i));
    return found;
  }

  return {
    /**
     * Appends a closed bar. Returns false, without any change, if the history already covers its
     * minute.
     */
    push,
    /**
     * Adds back-filled bars, in ascending time: they fill gaps, replace bars of their minute, and end
     * reported gaps.
     */
    fill,
    last: (): Bar | null => (size() === 0 ? null : barAt(size() - 1)),
    /** Bars with `from` <= time < `to`. */
    between,
    /** Marks a gap reported by the feed from `from` on; `to` null: the gap is still open. */
    markGap: (from: number, to: number | null): void => reported.mark(from, to),
    /** Whether a reported gap, as far as it is not filled, reaches into [from, to). */
    hasGap: (from: number, to: number): boolean => reported.reaches(from, to),
  };
}

/** Periods [from, to) in which the feed was interrupted, milliseconds UTC. */
interface GapList {
  /** Marks a gap that began at `from`; `to` null: it lasts. A second call with the same `from` sets its end. */
  mark(from: number, to: number | null): void;
  /** Removes [from, to) from the gaps, because its bars are known now. */
  clear(from: number, to: number): void;
  /** Whether a gap reaches into [from, to). */
  reaches(from: number, to: number): boolean;
}

/**
 * Max number of gaps; the oldest are dropped, because bars of that age are outside every window.
 */
const maxPieces = 500;

/**
 * `began`: when the feed reported the start of the gap; filling may have moved `from` or split the
 * gap in two.
 */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly began: number;
}

function createGapList(): GapList {
  let pieces: Piece[] = [];

  return {
    mark(from, to) {
      const end = to ?? Number.POSITIVE_INFINITY;
      const known = pieces.some((piece) => piece.began === from);
      pieces = known
        ? pieces.flatMap((piece) => (piece.began === from ? without(piece, end, Number.POSITIVE_INFINITY) : piece))
        : [...pieces, { from, to: end, began: from }].slice(-maxPieces);
    },
    clear(from, to) {
      pieces = pieces.flatMap((piece) => without(piece, from, to));
    },
    reaches: (from, to) => pieces.some((piece) => piece.from < to && piece.to > from),
  };
}

function without(piece: Piece, from: number, to: number): Piece[] {
  if (piece.to <= from || piece.from >= to) return [piece];
  const before = { ...piece, to: from };
  const after = { ...piece, from: to };
  return [before, after].filter((part) => part.from < part.to);
}
