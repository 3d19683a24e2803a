import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isSymbol } from '#domain/market/currency-pair.ts';
import { getErrorMessage } from '#domain/caught-error.ts';

/** A recorded market as columns; `time` in milliseconds UTC, in rising order. */
export interface MarketFile {
  /** The first six letters of the file name. */
  readonly symbol: string;
  readonly rows: number;
  readonly columns: ReadonlyMap<string, Float64Array>;
}

/**
 * Reads CSV or gzip CSV with a header; `time` is epoch seconds (a fraction is allowed) or ISO 8601.
 * Throws an error with a readable message.
 */
export function readMarketFile(path: string): MarketFile {
  const symbol = basename(path).slice(0, 6).toUpperCase();
  if (!isSymbol(symbol)) throw new Error(`${path}: the file's name must begin with a pair, for example EURUSD`);
  const text = readBytes(path);
  const end = text.indexOf(10);
  const names = text
    .subarray(0, end < 0 ? text.length : end)
    .toString()
    .trim()
    .split(',');
  const isUsable =
    names.includes('time') && (names.includes('close') || (names.includes('bid') && names.includes('ask')));
  if (!isUsable) throw new Error(`${path}: the first line must be time,open,high,low,close or time,bid,ask`);
  const found = parseRows(path, text.subarray(end < 0 ? text.length : end + 1), names);
  if (found.rows === 0) throw new Error(`${path}: the recording is empty`);
  return { symbol, ...found };
}

function readBytes(path: string): Buffer {
  try {
    const file = readFileSync(path);
    return path.endsWith('.gz') ? gunzipSync(file) : file;
  } catch (error) {
    throw new Error(`${path} cannot be read: ${getErrorMessage(error)}`);
  }
}

function parseRows(path: string, text: Buffer, names: readonly string[]): Omit<MarketFile, 'symbol'> {
  const columns = names.map(() => new Float64Array(countLines(text)));
  const timeColumn = names.indexOf('time');
  let rows = 0;
  let at = 0;
  while (at < text.length) {
    const lineEnd = endOfLine(text, at);
    if (lineEnd > at && text[at] !== carriageReturn) {
      for (let field = 0; field < columns.length; field += 1) {
        const end = endOfField(text, at, lineEnd);
        const value = field === timeColumn ? parseTime(text, at, end) : parseDecimal(text, at, end);
        if (Number.isNaN(value))
          throw new Error(`${path}: line ${rows + 2} has no number in the column ${names[field]}`);
        const column = columns[field];
        if (column) column[rows] = value;
        at = end + 1;
      }
      rows += 1;
    }
    at = lineEnd + 1;
  }
  const found = new Map(names.map((name, i) => [name, (columns[i] ?? new Float64Array()).subarray(0, rows)]));
  assertTimeRises(path, found.get('time') ?? new Float64Array(), names.includes('close') ? 1 : 0);
  return { rows, columns: found };
}

/**
 * Bars strictly rise; several ticks may share an instant (`minStep` 0), and the tick quality
 * decides which of them counts.
 */
function assertTimeRises(path: string, time: Float64Array, minStep: number): void {
  for (let i = 1; i < time.length; i += 1)
    if ((time[i] ?? 0) - (time[i - 1] ?? 0) < minStep) throw new Error(`${path}: time does not rise at line ${i + 2}`);
}

const newline = 10;
const carriageReturn = 13;
const comma = 44;
const minus = 45;
const point = 46;
const zero = 48;

function countLines(text: Buffer): number {
  let lines = 1;
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) lines += 1;
  return lines;
}

function endOfLine(text: Buffer, from: number): number {
  const end = text.indexOf(newline, from);
  return end < 0 ? text.length : end;
}

function endOfField(text: Buffer, from: number, lineEnd: number): number {
  let at = from;
  while (at < lineEnd && text[at] !== comma && text[at] !== carriageReturn) at += 1;
  return at;
}

function parseTime(text: Buffer, from: number, end: number): number {
  const seconds = parseDecimal(text, from, end);
  return Number.isNaN(seconds) ? Date.parse(text.toString('latin1', from, end)) : Math.round(seconds * 1_000);
}

/**
 * Digits divided by a power of ten: the exact result of Number() at a tenth of its cost. NaN for
 * anything else.
 */
function parseDecimal(text: Buffer, from: number, end: number): number {
  const negative = text[from] === minus;
  let at = negative ? from + 1 : from;
  if (at >= end) return Number.NaN;
  let digits = 0;
  let scale = 1;
  let afterPoint = false;
  for (; at < end; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === point && !afterPoint) afterPoint = true;
    else if (byte >= zero && byte <= zero + 9) {
      digits = digits * 10 + byte - zero;
      if (afterPoint) scale *= 10;
    } else return Number.NaN;
  }
  return negative ? -digits / scale : digits / scale;
}
