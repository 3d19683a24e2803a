import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dayMs, hourMs, type MarketClock, minuteMs, type WallClock } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { openLeaf } from '../append/open-leaf.ts';
import { listLeaves } from '../append/record.repository.ts';
import { type CheckpointRow, findCheckpointBefore, findFirstCheckpoint, readEdge } from '../sign/record-tree.ts';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncFolder } from '#node/sync-folder.ts';
import type { FastifyBaseLogger } from 'fastify';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';

interface ExportDaysDependencies {
  readonly db: Database;
  readonly folder: string;
  readonly vkey: string;
  /** Days end by wall time, signals by market time. */
  readonly clock: WallClock;
  readonly marketClock: MarketClock;
}

const batch = 1_000;

export const exportPath = (folder: string, day: string): string => join(folder, `${day}.ndjson.gz`);

/**
 * Writes what past UTC days added to the record, one file per day, each once: the leaves between
 * the last checkpoint before the day and the last one of the day, with the edge of the tree where
 * it begins, so that the file proves itself. A day waits until all its leaves are open. Returns the
 * days that were written.
 */
export function createExportDays({
  db,
  folder,
  vkey,
  clock,
  marketClock,
}: ExportDaysDependencies): (stopping?: AbortSignal) => Promise<string[]> {
  const writeDay = async (day: string): Promise<boolean> => {
    const start = Date.parse(day);
    const opening = await findCheckpointBefore(db, new Date(start));
    const closing = await findCheckpointBefore(db, new Date(start + dayMs));
    if (!closing || closing.size === (opening?.size ?? 0)) return false;
    const header = await getHeader(day, opening, closing);
    const path = exportPath(folder, day);
    try {
      await writeGzipFile(path, toLines(header, header.from, closing.size));
      return true;
    } catch (error) {
      if (error instanceof NotOpenYet) return false;
      throw error;
    }
  };

  const getHeader = async (day: string, opening: CheckpointRow | undefined, closing: CheckpointRow) => {
    const from = opening?.size ?? 0;
    const to = closing.size;
    return {
      format: 'kurs-record-day/1',
      day,
      key: vkey,
      from,
      to,
      edge: (await readEdge(db, from)).map((hash) => Buffer.from(hash).toString('hex')),
      opening: opening?.note ?? null,
      closing: closing.note,
    };
  };

  async function* toLines(header: object, from: number, to: number): AsyncGenerator<string> {
    yield `${JSON.stringify(header)}\n`;
    for (let at = from; at < to; at += batch) {
      const rows = await listLeaves(db, at, Math.min(batch, to - at));
      const items = rows.map((row) => openLeaf(row, marketClock.now()));
      if (items.some(({ leaf }) => leaf === undefined)) throw new NotOpenYet();
      yield items.map((item) => `${JSON.stringify(item)}\n`).join('');
    }
  }

  return async (stopping) => {
    const first = await findFirstCheckpoint(db);
    if (!first) return [];
    await mkdir(folder, { recursive: true });
    const there = new Set(await readdir(folder));
    const days = daysBetween(first.signedAt.getTime(), clock.now());
    const written: string[] = [];
    for (const day of days.filter((one) => !there.has(`${one}.ndjson.gz`))) {
      if (stopping?.aborted) break;
      if (await writeDay(day)) written.push(day);
    }
    return written;
  };
}

class NotOpenYet extends Error {}

/** UTC days, starting with that of the first instant, that are over by the second. */
function daysBetween(from: number, to: number): string[] {
  const days: string[] = [];
  for (let start = from - (from % dayMs); start + dayMs <= to; start += dayMs)
    days.push(new Date(start).toISOString().slice(0, 10));
  return days;
}

/** Writes a file that is complete, or not there, whatever happens meanwhile. */
export async function writeGzipFile(path: string, text: AsyncIterable<string>): Promise<void> {
  // Unique: another process on this folder may be writing the same file.
  const written = `${path}.${randomUUID()}`;
  try {
    await pipeline(Readable.from(text), createGzip(), createWriteStream(written));
    await flush(written);
    await rename(written, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const firstMs = minuteMs;
const everyMs = hourMs;

interface Round {
  /** Writes no other day once `stopping` is aborted. */
  readonly exportDays: (stopping: AbortSignal) => Promise<string[]>;
  readonly exportBars: (stopping: AbortSignal) => Promise<string[]>;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/**
 * Runs a minute after the start, then once an hour: writes each day that is over and has no file
 * yet.
 */
export const exportHourly = ({ exportDays, exportBars, after, log }: Round): Repeating =>
  repeat({
    firstAfterMs: firstMs,
    everyMs,
    task: async (stopping) => {
      const days = await exportDays(stopping);
      if (days.length > 0) log.info({ days }, 'exported days of the record');
      const barDays = await exportBars(stopping);
      if (barDays.length > 0) log.info({ days: barDays }, 'exported bars of the record');
    },
    onError: (error) => log.error({ err: error }, 'exporting a day of the record failed; retrying in an hour'),
    after,
  });
