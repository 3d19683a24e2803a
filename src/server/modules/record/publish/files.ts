import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { and, asc, gte, lt, sql } from 'drizzle-orm';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import { syncFolder } from '#node/durable-files.ts';
import type { Database } from '#server/database/connection.ts';
import { minuteBars } from '#server/database/tables/record-tables.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { RecordContext } from '../record-context.ts';

/** The published file with the bars of a closed UTC day. */
export const barsPath = (folder: string, day: string): string => join(folder, `${day}.bars.ndjson.gz`);

/** A model's file, named by its hash: forecasts stay recomputable when another one has replaced it. */
export const modelPath = (folder: string, hash: string): string => join(folder, 'models', `${hash}.json`);

export async function copyModelFiles({ folder, models }: RecordContext): Promise<void> {
  for (const { file, fileHash } of models.values()) {
    const path = modelPath(folder, fileHash);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(file, `${path}.new`);
    await rename(`${path}.new`, path);
  }
}

/** The forecasts of the day's last minute follow from its bars: these wait for that leaf. */
const openAfterMs = 15 * minuteMs;

/** Writes the bars of each closed UTC day, one file per day, each once. Returns the days that were written. */
async function exportBars({ db, folder, marketClock }: RecordContext, stopping?: AbortSignal): Promise<string[]> {
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
}

/** A minute after the start, then once an hour. */
export const exportHourly = (ctx: RecordContext): Repeating =>
  repeat({
    firstAfterMs: minuteMs,
    everyMs: hourMs,
    task: async (stopping) => {
      const days = await exportBars(ctx, stopping);
      if (days.length > 0) ctx.log.info({ days }, 'exported bars of the record');
    },
    onError: (error) => ctx.log.error({ err: error }, 'exporting the bars of a day failed; retrying in an hour'),
    after: ctx.scheduler.after,
  });

/** UTC days with bars, oldest first: 2026-11-20. */
async function listBarDays(db: Database): Promise<string[]> {
  const day = sql<string>`to_char(${minuteBars.minute} at time zone 'UTC', 'YYYY-MM-DD')`;
  const rows = await db.selectDistinct({ day }).from(minuteBars);
  return rows.map((row) => row.day).toSorted();
}

async function* toLines(db: Database, start: number): AsyncGenerator<string> {
  for (let from = start; from < start + dayMs; from += hourMs) {
    const rows = await db
      .select({ line: minuteBars.line })
      .from(minuteBars)
      .where(and(gte(minuteBars.minute, new Date(from)), lt(minuteBars.minute, new Date(from + hourMs))))
      .orderBy(asc(minuteBars.minute));
    for (const { line } of rows) yield `${line}\n`;
  }
}

/** Writes a file that is complete, or not there, whatever happens meanwhile. */
async function writeGzipFile(path: string, text: AsyncIterable<string>): Promise<void> {
  // Unique: another process on this folder may be writing the same file.
  const written = `${path}.${randomUUID()}`;
  try {
    await pipeline(Readable.from(text), createGzip(), createWriteStream(written));
    const file = await open(written, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(written, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
}
