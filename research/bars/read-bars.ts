import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Bar } from '#engine/bar/bar.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { UsageError } from './usage-error.ts';

/** One file's bars in batches, as its bytes arrive. Form: `time,open,high,low,close[,…]`, time in UTC epoch seconds. */
export async function* readBars(path: string): AsyncGenerator<Bar[]> {
  const parser = createBarParser(path);
  try {
    for await (const chunk of toBytes(path)) {
      const bars = parser.add(chunk as Buffer);
      if (bars.length > 0) yield bars;
    }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${path} cannot be read: ${getErrorMessage(error)}.`);
  }
  const rest = parser.end();
  if (rest.length > 0) yield rest;
}

function toBytes(path: string): Readable {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  if (!path.endsWith('.gz')) return file;
  // A broken file ends the iteration with its error, so the callback does nothing.
  return pipeline(file, createGunzip({ chunkSize: 1 << 18 }), () => {}) as Readable;
}

const expectedHeader = ['time', 'open', 'high', 'low', 'close'];
const comma = 44;
const lineFeed = 10;

interface BarParser {
  add(chunk: Buffer): Bar[];
  end(): Bar[];
}

function createBarParser(path: string): BarParser {
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  let lastTime = Number.NEGATIVE_INFINITY;

  function add(chunk: Buffer): Bar[] {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const bars: Bar[] = [];
    let from = 0;
    for (let to = bytes.indexOf(lineFeed); to >= 0; to = bytes.indexOf(lineFeed, from)) {
      addLine(bytes, from, to, bars);
      from = to + 1;
    }
    rest = bytes.subarray(from);
    return bars;
  }

  function end(): Bar[] {
    const bars: Bar[] = [];
    if (rest.length > 0) addLine(rest, 0, rest.length, bars);
    if (line === 0) throw new UsageError(`${path} is empty: its first line must be ${expectedHeader.join(',')}[,…].`);
    return bars;
  }

  function addLine(bytes: Buffer, from: number, to: number, bars: Bar[]): void {
    line += 1;
    const text = (): string => bytes.toString('utf8', from, to).trim();
    if (line === 1) return checkHeader(path, text());
    const bar = parseBar(bytes, from, to);
    if (!bar) {
      if (text() === '') return;
      throw new UsageError(`${path}, line ${line}: "${text()}" is not time,open,high,low,close in numbers.`);
    }
    if (bar.time <= lastTime) throw new UsageError(`${path}, line ${line}: times must strictly rise.`);
    lastTime = bar.time;
    bars.push(bar);
  }

  return { add, end };
}

function checkHeader(path: string, header: string): void {
  const names = header.replace(/^\uFEFF/, '').split(',');
  if (expectedHeader.every((name, i) => names[i]?.trim() === name)) return;
  throw new UsageError(`${path}, line 1: the header is "${header}", but must be ${expectedHeader.join(',')}[,…].`);
}

const fields = new Float64Array(5);

/**
 * Null unless the line starts with a whole minute and four positive prices, with open and close
 * within high and low.
 */
function parseBar(bytes: Buffer, from: number, to: number): Bar | null {
  let at = from;
  for (let field = 0; field < 5; field += 1) {
    let stop = at;
    while (stop < to && bytes[stop] !== comma) stop += 1;
    const value = parseDecimal(bytes, at, stop);
    if (!(value > 0)) return null;
    fields[field] = value;
    at = stop + 1;
  }
  const [seconds, open, high, low, close] = fields as unknown as [number, number, number, number, number];
  const isBar = seconds % 60 === 0 && high >= open && high >= close && low <= open && low <= close;
  return isBar ? { time: seconds * 1000, open, high, low, close } : null;
}

/**
 * The decimal number in bytes[from, to), or NaN. Up to 15 digits are collected as an integer and
 * divided by a power of ten: both are exact, so the quotient is the correctly rounded number, the
 * same as Number() gives, at a tenth of its cost.
 */
function parseDecimal(bytes: Buffer, from: number, to: number): number {
  let digits = 0;
  let scale = 1;
  let isFraction = false;
  let count = 0;
  for (let i = from; i < to; i += 1) {
    const byte = bytes[i] as number;
    if (byte === 46 && !isFraction) isFraction = true;
    else if (byte >= 48 && byte <= 57) {
      digits = digits * 10 + (byte - 48);
      count += 1;
      if (isFraction) scale *= 10;
    } else return parseSlowly(bytes, from, to);
  }
  if (count === 0 || count > 15) return parseSlowly(bytes, from, to);
  return digits / scale;
}

function parseSlowly(bytes: Buffer, from: number, to: number): number {
  const text = bytes.toString('latin1', from, to).trim();
  return text === '' ? Number.NaN : Number(text);
}
