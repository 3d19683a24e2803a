import { copyFile, mkdir, readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { dayMs, hourMs, type MarketClock, minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import type { ModelMetadata } from '#server/modules/models/models.api.ts';
import { listBarDays, listBarLines } from '../append/record.repository.ts';
import { writeGzipFile } from './export-days.ts';

/** The published file with the bars of a closed UTC day. */
export const barsPath = (folder: string, day: string): string => join(folder, `${day}.bars.ndjson.gz`);

interface ExportBarsDependencies {
  readonly db: Database;
  readonly folder: string;
  readonly marketClock: MarketClock;
}

/** The forecasts of the day's last minute follow from its bars: these wait for that leaf. */
const openAfterMs = 15 * minuteMs;

/**
 * Writes the bars of each closed UTC day from which its forecasts follow, one file per day, each
 * once. Returns the days that were written.
 */
export function createExportBars({
  db,
  folder,
  marketClock,
}: ExportBarsDependencies): (stopping?: AbortSignal) => Promise<string[]> {
  return async (stopping) => {
    await mkdir(folder, { recursive: true });
    const there = new Set(await readdir(folder));
    const written: string[] = [];
    for (const day of await listBarDays(db)) {
      const path = barsPath(folder, day);
      const isClosed = Date.parse(day) + dayMs + openAfterMs <= marketClock.now();
      if (stopping?.aborted || !isClosed || there.has(basename(path))) continue;
      await writeGzipFile(path, toLines(db, Date.parse(day)));
      written.push(day);
    }
    return written;
  };
}

async function* toLines(db: Database, start: number): AsyncGenerator<string> {
  for (let from = start; from < start + dayMs; from += hourMs)
    for (const line of await listBarLines(db, new Date(from), new Date(from + hourMs))) yield `${line}\n`;
}

const getFolder = (folder: string): string => join(folder, 'models');

export const modelPath = (folder: string, hash: string): string => join(getFolder(folder), `${hash}.json`);

/**
 * Copies the files of the running models beside the record, named by their hash: a forecast stays
 * recomputable when another model has replaced its own.
 */
export async function copyModelFiles(folder: string, metadata: ModelMetadata): Promise<void> {
  await mkdir(getFolder(folder), { recursive: true });
  for (const { file, fileHash } of metadata.values()) {
    const path = modelPath(folder, fileHash);
    await copyFile(file, `${path}.new`);
    await rename(`${path}.new`, path);
  }
}
