import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Bar } from '#engine/bar/bar.ts';
import type { Day } from './day.ts';

export interface DayStore {
  missingDays(symbol: string, days: readonly Day[]): Day[];
  save(symbol: string, day: Day, bars: readonly Bar[]): Promise<void>;
  /** Writes all cached days of the pair as one file and returns a summary of it. */
  writeBars(symbol: string): Promise<string>;
}

const header = 'time,open,high,low,close\n';
const ending = '.csv.gz';

/**
 * Cached days are stored beside the files built from them, `.days/EURUSD/2024-01-31.csv.gz`, each a
 * separate gzip member without a header: concatenated they are the file. Files are written
 * atomically.
 */
export function createDayStore(out: string): DayStore {
  const getFolder = (symbol: string): string => join(out, '.days', symbol);

  const savedDays = (symbol: string): string[] =>
    existsSync(getFolder(symbol))
      ? readdirSync(getFolder(symbol))
          .filter((name) => name.endsWith(ending))
          .sort()
      : [];

  function missingDays(symbol: string, days: readonly Day[]): Day[] {
    const saved = new Set(savedDays(symbol));
    return days.filter((day) => !saved.has(day + ending));
  }

  async function save(symbol: string, day: Day, bars: readonly Bar[]): Promise<void> {
    mkdirSync(getFolder(symbol), { recursive: true });
    await writeWhole(join(getFolder(symbol), day + ending), [gzipSync(bars.map(toLine).join(''))]);
  }

  async function writeBars(symbol: string): Promise<string> {
    const names = savedDays(symbol);
    const days = await Promise.all(names.map((name) => readFile(join(getFolder(symbol), name))));
    const lines = days.map((bytes) => gunzipSync(bytes).filter((byte) => byte === lineFeed).length);
    const path = join(out, symbol + ending);
    await writeWhole(path, [gzipSync(header), ...days.filter((_, i) => lines[i] !== 0)]);
    const bars = lines.reduce((sum, count) => sum + count, 0);
    const [first, last] = [names[0], names.at(-1)].map((name) => name?.slice(0, -ending.length));
    const quiet = lines.filter((count) => count === 0).length;
    const closed = quiet === 0 ? '' : `, ${quiet} of them without a bar`;
    return `${path}: ${bars.toLocaleString('en')} bars, ${names.length} days from ${first} to ${last}${closed}`;
  }

  return { missingDays, save, writeBars };
}

const lineFeed = 10;

const toLine = ({ time, open, high, low, close }: Bar): string => `${time / 1000},${open},${high},${low},${close}\n`;

async function writeWhole(path: string, parts: readonly Buffer[]): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`;
  try {
    await writeFile(unfinished, '');
    for (const part of parts) await appendFile(unfinished, part);
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}
