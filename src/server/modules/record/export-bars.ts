import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#domain/clock.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { listBarDays, listBarLines } from './minute-bars.repository.ts';
import { writeGzipFile } from './write-gzip-file.ts';

interface Needs {
  readonly db: Database;
  readonly folder: string;
  /** Bars have market time. */
  readonly marketClock: Clock;
}

export const barsPath = (folder: string, day: string): string => join(folder, `${day}.bars.ndjson.gz`);

/** The forecasts of the day's last minute follow from its bars: these wait for that leaf. */
const openAfterMs = 15 * minuteMs;

/**
 * Writes the bars of each closed UTC day from which its forecasts follow, one file per day, each
 * once. Returns the days that were written.
 */
export function createExportBars({ db, folder, marketClock }: Needs): (stopping?: AbortSignal) => Promise<string[]> {
  return async (stopping) => {
    await mkdir(folder, { recursive: true });
    const there = new Set(await readdir(folder));
    const written: string[] = [];
    for (const day of await listBarDays(db)) {
      const path = barsPath(folder, day);
      const isClosed = Date.parse(day) + dayMs + openAfterMs <= marketClock.now();
      if (stopping?.aborted || !isClosed || there.has(`${day}.bars.ndjson.gz`)) continue;
      await writeGzipFile(path, linesOf(db, Date.parse(day)));
      written.push(day);
    }
    return written;
  };
}

async function* linesOf(db: Database, start: number): AsyncGenerator<string> {
  for (let from = start; from < start + dayMs; from += hourMs)
    for (const line of await listBarLines(db, new Date(from), new Date(from + hourMs))) yield `${line}\n`;
}
