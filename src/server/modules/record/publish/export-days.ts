import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type MarketClock, type WallClock, dayMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { openLeaf } from '../append/open-leaf.ts';
import { listLeaves } from '../append/record.repository.ts';
import { readEdge } from '../sign/record-tree.ts';
import { type CheckpointRow, findCheckpointBefore, findFirstCheckpoint } from '../sign/record-tree.repository.ts';
import { writeGzipFile } from './write-gzip-file.ts';

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
