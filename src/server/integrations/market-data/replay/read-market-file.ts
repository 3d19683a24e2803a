import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { getErrorMessage } from '#domain/caught-error.ts';
import { isSymbol } from '#domain/market/currency-pair.ts';
import { isClosedWeekend } from '#domain/market/new-york-time.ts';
import { minuteMs } from '#domain/time.ts';
import type { BarTable } from '#engine/bar/bar-table.ts';
import { plausible } from '#engine/tick/tick-quality.ts';
import { createDelimitedRows } from './delimited-rows.ts';
import { toStampReader, fromEpoch, isStamp } from './market-time.ts';
import { isTimezone } from '#domain/market/start-of-day.ts';

/** A file cannot be read; the message names it, the line, the value and what is allowed. */
export class MarketFileError extends Error {}

/** The ticks of a pair in columns; several may share an instant, and the tick quality decides which of them counts. */
export interface TickTable {
  readonly symbol: string;
  readonly size: number;
  readonly time: Float64Array;
  readonly bid: Float64Array;
  readonly ask: Float64Array;
}

export type MarketFile = ({ readonly kind: 'bars' } & BarTable) | ({ readonly kind: 'ticks' } & TickTable);

/**
 * Reads one-minute bars or ticks from CSV as people have them: own, HistData, MetaTrader 4 and 5, TradingView, Dukascopy;
 * with or without header, gzip, UTF-16, newest first. `timezone`: of times without one. Throws a `MarketFileError`.
 */
export function readMarketFile(path: string, timezone: string | null): MarketFile {
  const symbol = getFileSymbol(path);
  const text = readText(path);
  if (text.length === 0) throw new MarketFileError(`${path} is empty.`);
  const [header = ''] = text.toString('utf8', 0, 10_000).split('\n');
  const columns = parseColumns(header);
  if (!columns) {
    const allowed = 'time with open, high, low, close, or time with bid, ask';
    throw new MarketFileError(`${path}, line 1: the columns are ${quote(header)}; allowed are ${allowed}.`);
  }
  const [time = none, a = none, b = none, c = none, d = none] = parseRows(path, text, columns, timezone);
  const table = { symbol, size: time.length, time };
  if (columns.kind === 'bars') return { kind: 'bars', ...table, open: a, high: b, low: c, close: d };
  return { kind: 'ticks', ...table, bid: a, ask: b };
}

const none = new Float64Array();
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** The pair in a file's name, such as `DAT_ASCII_EURUSD_M1_201202.csv`; those of the product come first. */
export function getFileSymbol(path: string): string {
  const triples = basename(path).matchAll(/(?=([a-z]{3})[-_ ]?([a-z]{3}))/gi);
  const parts = [...triples].map(([, base = '', second = '']) => [base.toUpperCase(), second.toUpperCase()]);
  const all = parts.filter((pair) => pair.every((currency) => currencies.has(currency))).map((pair) => pair.join(''));
  const named = new Set(all.some(isSymbol) ? all.filter(isSymbol) : all);
  const [symbol] = named;
  if (symbol !== undefined && named.size === 1) return symbol;
  const found = named.size > 1 ? `names ${[...named].join(' and ')}` : 'names no pair of currencies';
  throw new MarketFileError(`${path}: the file's name ${found}; allowed is one pair, for example EURUSD.csv.`);
}

/** As UTF-8; gzip and the encoding are recognised by the bytes, whatever the name says. */
function readText(path: string): Buffer {
  try {
    const file = readFileSync(path);
    return toUtf8(file[0] === 0x1f && file[1] === 0x8b ? gunzipSync(file) : file);
  } catch (error) {
    throw new MarketFileError(`${path} cannot be read: ${getErrorMessage(error)}.`);
  }
}

function toUtf8(bytes: Buffer): Buffer {
  const [first = 0, second = 0] = bytes;
  if (first === 0xef && second === 0xbb) return bytes.subarray(3);
  const isBigEndian = first === 0xfe || (first === 0 && second > 0);
  if (!isBigEndian && first !== 0xff && (second > 0 || bytes.length < 2)) return bytes;
  const whole = bytes.subarray(0, bytes.length & ~1);
  const decoded = (isBigEndian ? Buffer.from(whole).swap16() : whole).toString('utf16le');
  return Buffer.from(decoded.replace(/^\uFEFF/, ''));
}

/** A value as an error message quotes it, readable even if the file is binary. */
const quote = (value: string): string => JSON.stringify(value.trim().slice(0, 80));

/** What is wrong with a time, and what is allowed. */
const allowedTimes =
  'seconds or milliseconds since 1970, 2024-03-04T00:00:00Z, or with a --timezone (FEED=replay: REPLAY_TIMEZONE) 2024-03-04 00:00, 20240304 000000 or 04.03.2024 00:00';
const timeErrors = {
  unreadable: `cannot be read; allowed are ${allowedTimes}`,
  'without a zone':
    'has no zone; name it with --timezone (FEED=replay: REPLAY_TIMEZONE): EST for HistData, the zone of its server for MetaTrader',
  repeated: 'occurs twice or never in this zone, because its clocks change; allowed are times in UTC',
};

/** The columns of time and of each price, in rising time. */
function parseRows(path: string, text: Buffer, columns: MarketColumns, timezone: string | null): Float64Array[] {
  const { kind, times, prices } = columns;
  const names: readonly string[] = priceNames[kind];
  const rows = createDelimitedRows(text, columns.delimiter, 1 + Math.max(...times, ...prices));
  const read = [0, ...prices].map(() => new Float64Array(rows.capacity));
  const readStamp = toStampReader(columns.timezone ?? timezone);
  /** Time, then prices, of the row and of the one before it. */
  let row = read.map(() => 0);
  let size = 0;
  let direction = 0;
  const gaps = new Map<number, number>();

  const fail = (what: string): MarketFileError => new MarketFileError(`${path}, line ${rows.line()}: ${what}.`);
  const timeText = (): string => quote(times.map(rows.cell).join(' '));
  const priceText = (): string => names.map((name, i) => `${name} ${rows.cell(prices[i] ?? 0)}`).join(', ');

  function readTime(): number {
    const [column = 0, clock] = times;
    const epoch = clock === undefined ? fromEpoch(rows.number(column)) : Number.NaN;
    if (!Number.isNaN(epoch)) return epoch;
    const { time, issue } = readStamp(times.map(rows.cell).join(' '));
    // Clocks change on Sundays, when nothing is quoted.
    if (issue === null || (issue === 'repeated' && isClosedWeekend(time))) return time;
    throw fail(`the time ${timeText()} ${timeErrors[issue]}`);
  }

  function readPrice(column: number, i: number): number {
    const price = rows.number(column);
    if (price >= plausible.min && price <= plausible.max) return price;
    const before = row[i + 1] ?? 0;
    if (columns.repeatsEmptyPrices && before > 0 && rows.cell(column) === '') return before;
    const allowed = `prices from ${plausible.min} to ${plausible.max}`;
    throw fail(`${names[i]} is ${quote(rows.cell(column))}; allowed are ${allowed}`);
  }

  function checkRow([time = 0, first = 0, second = 0, low = 0, close = 0]: readonly number[]): void {
    if (kind === 'ticks') {
      if (first > second) throw fail(`${priceText()}; allowed is a bid that is not above its ask`);
      return;
    }
    if (time % minuteMs !== 0) throw fail(`the time ${timeText()} is inside a minute; allowed are starts of minutes`);
    if (second < Math.max(first, close) || low > Math.min(first, close))
      throw fail(`${priceText()}; allowed is a high that is the highest and a low that is the lowest`);
  }

  /** The second time decides whether the newest row is the first. */
  function checkOrder(time: number, before: number): void {
    const step = time - before;
    direction ||= Math.sign(step);
    if (step * direction < 0 || (step === 0 && kind === 'bars'))
      throw fail(`the time ${timeText()} is out of order; allowed are times that only rise, or only fall`);
    if (kind === 'bars') gaps.set(Math.abs(step), (gaps.get(Math.abs(step)) ?? 0) + 1);
  }

  if (columns.hasHeader) rows.next();
  while (rows.next()) {
    if (!rows.isComplete()) throw fail(`${quote(rows.text())} has too few columns; allowed are those of line 1`);
    const time = readTime();
    const next = [time, ...prices.map(readPrice)];
    checkRow(next);
    if (isClosedWeekend(time)) continue;
    if (size > 0) checkOrder(time, row[0] ?? Number.NaN);
    row = next;
    read.forEach((column, i) => void (column[size] = next[i] ?? Number.NaN));
    size += 1;
  }
  const [gap] = [...gaps].toSorted(([a, one], [b, other]) => other - one || a - b)[0] ?? [];
  if (gap !== undefined && gap > minuteMs)
    throw fail(`most bars up to ${timeText()} are ${gap / minuteMs} minutes apart; allowed are bars of one minute`);
  return read.map((column) => (direction < 0 ? column.subarray(0, size).reverse() : column.subarray(0, size)));
}

/** Where a file's columns are. */
interface MarketColumns {
  readonly kind: 'bars' | 'ticks';
  readonly hasHeader: boolean;
  readonly delimiter: string;
  /** One column, or a date and a time of day. */
  readonly times: readonly number[];
  /** The zone that the header states; null: it states none. */
  readonly timezone: string | null;
  /** The columns of open, high, low and close, or of bid and ask. */
  readonly prices: readonly number[];
  /** MetaTrader 5 leaves the bid or the ask of a tick empty when only the other one changed. */
  readonly repeatsEmptyPrices: boolean;
}

const priceNames = { bars: ['open', 'high', 'low', 'close'], ticks: ['bid', 'ask'] } as const;

/** By the first line, a header or the first row; null: it is neither. */
function parseColumns(line: string): MarketColumns | null {
  const delimiter = ['\t', ';'].find((one) => line.includes(one)) ?? ',';
  const cells = line.split(delimiter).map((cell) => cell.replace(/^[\s"<[]+|[\s">\]]+$/g, '').toLowerCase());
  const [first = '', second = ''] = cells;
  if (!isStamp(first) && Number.isNaN(fromEpoch(Number(first)))) return parseHeader(cells, delimiter);
  const times = isStamp(`${first} ${second}`) ? [0, 1] : [0];
  const layout = { hasHeader: false, delimiter, times, timezone: null, repeatsEmptyPrices: false };
  const columns = [...cells.keys()].slice(times.length);
  if (columns.length >= 4) return { ...layout, kind: 'bars', prices: columns.slice(0, 4) };
  // Bid, ask and volume: a price and a volume alone are not taken for a bid and an ask.
  return columns.length === 3 ? { ...layout, kind: 'ticks', prices: columns.slice(0, 2) } : null;
}

function parseHeader(cells: readonly string[], delimiter: string): MarketColumns | null {
  const [date, clock] = [cells.findIndex((cell) => dateNames.includes(cell)), cells.indexOf('time')];
  const times = date >= 0 && clock >= 0 ? [date, clock] : [cells.findIndex(isTimeName)];
  const names = cells.map((cell) => cell.replace(/ ?price$/, ''));
  const layout = { hasHeader: true, delimiter, times, timezone: findZone(cells[times[0] ?? -1] ?? '') };
  const repeatsEmptyPrices = cells.includes('flags');
  for (const kind of ['bars', 'ticks'] as const) {
    const prices = priceNames[kind].map((name) => names.indexOf(name));
    if ([...times, ...prices].every((column) => column >= 0)) return { ...layout, kind, prices, repeatsEmptyPrices };
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
