import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { dayMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { createProgress } from '#scripts/command/progress.ts';
import { fetchBars, NoAnswerError } from './dukascopy.ts';

export interface HistoryOptions {
  readonly symbols: readonly string[];
  /** Midnights UTC, milliseconds. */
  readonly days: readonly number[];
  readonly out: string;
  /** Null: the bank's own address. */
  readonly source: string | null;
}

interface Surroundings {
  readonly pause: (ms: number) => Promise<void>;
  /** Milliseconds UTC. */
  readonly now: number;
  /** Prints progress. */
  readonly progress: (text: string) => void;
  /** Prints the result, one line per pair. */
  readonly print: (line: string) => void;
}

/**
 * Two days at a time, with bid and ask each: four requests. The archive is free and rejects clients
 * with a high request rate.
 */
const atOnce = 2;
const restMs = 150;
/** A more recent day without bars may not be published yet, so it is requested again next time. */
const publishedWithinMs = 7 * dayMs;

/**
 * Fetches the missing days, each saved as soon as it is loaded, then writes the pairs' files. The exit code: 1 when the
 * archive did not answer.
 */
export async function fetchHistory(
  { symbols, days, out, source }: HistoryOptions,
  { pause, now, progress, print }: Surroundings,
): Promise<0 | 1> {
  const total = symbols.length * days.length;
  const missing = symbols.flatMap((symbol) => {
    const saved = new Set(listSaved(out, symbol));
    return days.filter((day) => !saved.has(getDay(day) + ending)).map((day) => ({ symbol, day }));
  });
  let done = total - missing.length;
  if (done > 0) progress(`${done} of ${total} days were here already.\n`);
  const { report } = createProgress(() => performance.now(), progress);
  const onRetry = (error: string, ms: number): void =>
    progress(`${error}; trying again in ${Math.round(ms / 1000)} s\n`);
  const archive = { source, pause, onRetry };
  const queue = missing.values();
  let failure: unknown = null;
  const work = async (): Promise<void> => {
    for (const { symbol, day } of queue) {
      try {
        const bars = await fetchBars(archive, symbol, day);
        if (bars.length > 0 || day + publishedWithinMs <= now) await save(out, symbol, day, bars);
        report('downloading', ++done / total);
      } catch (error) {
        failure ??= error;
      }
      if (failure !== null) return;
      await pause(restMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (failure instanceof NoAnswerError) {
    progress(
      `\n${failure.message}\n${done} of ${total} days are kept in ${out}; the same command goes on from there.\n`,
    );
    return 1;
  }
  if (failure !== null) throw failure;
  for (const symbol of symbols) print(await writeBars(out, symbol));
  return 0;
}

/** A UTC day as 2024-01-31. */
export const getDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

const header = 'time,open,high,low,close\n';
const ending = '.csv.gz';
const lineFeed = 10;

/**
 * Cached days are stored beside the files built from them, `.days/EURUSD/2024-01-31.csv.gz`, each a
 * separate gzip member without a header: concatenated they are the file. Files are written
 * atomically.
 */
const getFolder = (out: string, symbol: string): string => join(out, '.days', symbol);

function listSaved(out: string, symbol: string): string[] {
  const folder = getFolder(out, symbol);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.endsWith(ending)).sort();
}

async function save(out: string, symbol: string, day: number, bars: readonly Bar[]): Promise<void> {
  const folder = getFolder(out, symbol);
  mkdirSync(folder, { recursive: true });
  const lines = bars.map(({ time, open, high, low, close }) => `${time / 1000},${open},${high},${low},${close}\n`);
  await writeWhole(join(folder, getDay(day) + ending), [gzipSync(lines.join(''))]);
}

/** Writes all cached days of the pair as one file and returns a summary of it. */
async function writeBars(out: string, symbol: string): Promise<string> {
  const names = listSaved(out, symbol);
  const days = await Promise.all(names.map((name) => readFile(join(getFolder(out, symbol), name))));
  const lines = days.map((bytes) => gunzipSync(bytes).filter((byte) => byte === lineFeed).length);
  const path = join(out, symbol + ending);
  await writeWhole(path, [gzipSync(header), ...days.filter((_, i) => lines[i] !== 0)]);
  const bars = lines.reduce((sum, count) => sum + count, 0);
  const [first, last] = [names[0], names.at(-1)].map((name) => name?.slice(0, -ending.length));
  const quiet = lines.filter((count) => count === 0).length;
  const closed = quiet === 0 ? '' : `, ${quiet} of them without a bar`;
  return `${path}: ${bars.toLocaleString('en')} bars, ${names.length} days from ${first} to ${last}${closed}`;
}

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
