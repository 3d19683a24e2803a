import { getBarTime } from '#domain/record/gaps.ts';
import { dateOfDay } from '#domain/record/recap-day.ts';
import { dayMs, getDay, hourMs } from '#domain/time.ts';
import { type MinuteLeaf, parseLeaf } from '#record/leaf.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { type BarJournal, hashOfBarLine } from './bar-journal.ts';
import {
  type LeafRow,
  listBarDays,
  listBarLines,
  listLinesOfMinutes,
  type MinuteBarLine,
  restoreLines,
} from '../append/record.repository.ts';

/** Appends the bars that these leaves name; before the leaves, so that no journaled leaf lacks them. */
export async function appendBars(tx: Transaction, bars: BarJournal, leaves: readonly LeafRow[]): Promise<void> {
  const lines = await listLinesOfMinutes(tx, minutesNamingBars(leaves));
  for (const [day, own] of Map.groupBy(lines, dayOfLine))
    await bars.append(
      day,
      own.map(({ line }) => line),
    );
}

/** Appends what the journal lacks of days without a file: it is newer than their bars, or was lost. */
export async function completeBars(db: Database, bars: BarJournal, signal?: AbortSignal): Promise<void> {
  for (const day of await listBarDays(db)) {
    signal?.throwIfAborted();
    if (await bars.isExported(day)) continue;
    const known = await bars.read(day);
    const start = Date.parse(day);
    for (let from = start; from < start + dayMs; from += hourMs) {
      const lines = await listBarLines(db, new Date(from), new Date(from + hourMs));
      await bars.append(
        day,
        lines.filter((line) => !known.has(hashOfBarLine(line))),
      );
    }
  }
}

/**
 * Stores the bars that these leaves name. Returns the number of leaves whose bars are lost: neither
 * in the journal nor in the file of their day.
 */
export async function restoreBars(tx: Transaction, bars: BarJournal, leaves: readonly LeafRow[]): Promise<number> {
  let lost = 0;
  for (const [day, minutes] of Map.groupBy(minutesNamingBars(leaves), dayOfLine)) {
    if (await bars.isExported(day)) continue;
    const known = await bars.read(day);
    const lines = minutes.flatMap(({ inputs, ...minute }) => {
      const line = known.get(inputs);
      return line === undefined ? [] : [{ ...minute, line }];
    });
    await restoreLines(tx, lines);
    lost += minutes.length - lines.length;
  }
  return lost;
}

const dayOfLine = ({ minute }: Pick<MinuteBarLine, 'minute'>): string => dateOfDay(getDay(minute.getTime()));

const minutesNamingBars = (leaves: readonly LeafRow[]) =>
  leaves
    .filter(({ kind }) => kind === 'forecast')
    .map(({ leaf }) => parseLeaf(leaf))
    .filter((leaf): leaf is MinuteLeaf & { inputs: string } => 'inputs' in leaf)
    .map(({ feed, inputs, ...leaf }) => ({ feed, inputs, minute: new Date(getBarTime(leaf)) }));
