import { isTimezone } from '#domain/market/start-of-day.ts';
import { fromEpoch, isStamp } from './market-time.ts';

/** Where a file's columns are. */
export interface MarketColumns {
  readonly kind: 'bars' | 'ticks';
  readonly hasHeader: boolean;
  readonly delimiter: string;
  /** One column, or a date and a time of day. */
  readonly times: readonly number[];
  /** Of the zone that the header states; null: it states none. */
  readonly timezone: string | null;
  /** Of open, high, low, close, or of bid, ask. */
  readonly prices: readonly number[];
  /** MetaTrader 5 leaves the bid or the ask of a tick empty when only the other one changed. */
  readonly repeatsEmptyPrices: boolean;
}

export const priceNames = { bars: ['open', 'high', 'low', 'close'], ticks: ['bid', 'ask'] } as const;

/** By the first line, a header or the first row; null: it is neither. */
export function parseColumns(line: string): MarketColumns | null {
  const delimiter = ['\t', ';'].find((one) => line.includes(one)) ?? ',';
  const cells = line.split(delimiter).map((cell) => cell.replace(/^[\s"<[]+|[\s">\]]+$/g, '').toLowerCase());
  const [first = '', second = ''] = cells;
  if (!isStamp(first) && Number.isNaN(fromEpoch(Number(first)))) return parseHeader(cells, delimiter);
  const times = isStamp(`${first} ${second}`) ? [0, 1] : [0];
  const layout = { hasHeader: false, delimiter, times, timezone: null, repeatsEmptyPrices: false };
  const places = [...cells.keys()].slice(times.length);
  if (places.length >= 4) return { ...layout, kind: 'bars', prices: places.slice(0, 4) };
  // Bid, ask and volume: a price and a volume alone are not taken for a bid and an ask.
  return places.length === 3 ? { ...layout, kind: 'ticks', prices: places.slice(0, 2) } : null;
}

function parseHeader(cells: readonly string[], delimiter: string): MarketColumns | null {
  const [date, clock] = [cells.findIndex((cell) => dateNames.includes(cell)), cells.indexOf('time')];
  const times = date >= 0 && clock >= 0 ? [date, clock] : [cells.findIndex(isTimeName)];
  const names = cells.map((cell) => cell.replace(/ ?price$/, ''));
  const layout = { hasHeader: true, delimiter, times, timezone: findZone(cells[times[0] ?? -1] ?? '') };
  const repeatsEmptyPrices = cells.includes('flags');
  for (const kind of ['bars', 'ticks'] as const) {
    const prices = priceNames[kind].map((name) => names.indexOf(name));
    if ([...times, ...prices].every((place) => place >= 0)) return { ...layout, kind, prices, repeatsEmptyPrices };
  }
  return null;
}

const dateNames = ['date', 'dtyyyymmdd'];
const timeWords = [...dateNames, 'time', 'datetime', 'timestamp', 'local', 'open'];

/** `time`, `Gmt time`, `Time (EET)`, `open time`; the column `open` alone is a price. */
const isTimeName = (cell: string): boolean =>
  cell !== '' && cell !== 'open' && toWords(cell).every((word) => timeWords.includes(word) || isTimezone(word));

const findZone = (cell: string): string | null => toWords(cell).find((word) => !timeWords.includes(word)) ?? null;

const toWords = (cell: string): string[] => cell.split(/[\s()_]+/).filter(Boolean);
