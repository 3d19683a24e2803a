import { dayMs, getDay, weekMs } from '#domain/time.ts';

const dailyKept = 7;
const weeklyKept = 4;

const namePattern = /^kurs-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.tar\.gz(\.age)?$/;

/** `kurs-2026-11-26T03-30-00Z.tar.gz`; sorted by name they are sorted by time. */
export const toBackupName = (at: Date, isEncrypted: boolean): string =>
  `kurs-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz${isEncrypted ? '.age' : ''}`;

/**
 * The backups of a folder that may be deleted: all but the newest of each of the last seven days
 * and of each of the last four weeks (from Monday, UTC) that have one. Other files are none.
 */
export function listOutdated(names: readonly string[]): string[] {
  const backups = names.flatMap((name) => {
    const at = parseTime(name);
    return at === null ? [] : [{ name, at }];
  });
  const newestFirst = backups.toSorted((a, b) => b.at - a.at);
  const kept = new Set([
    ...newestOfEach(newestFirst, getDay, dailyKept),
    // 1 January 1970 was a Thursday.
    ...newestOfEach(newestFirst, (at) => Math.floor((at + 3 * dayMs) / weekMs), weeklyKept),
  ]);
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name));
}

function parseTime(name: string): number | null {
  const text = namePattern.exec(name)?.[1];
  if (text === undefined) return null;
  const at = Date.parse(`${text.slice(0, 10)}T${text.slice(11).replaceAll('-', ':')}Z`);
  return Number.isNaN(at) ? null : at;
}

function newestOfEach(
  newestFirst: readonly { name: string; at: number }[],
  toPeriod: (at: number) => number,
  count: number,
): string[] {
  const found = new Map<number, string>();
  for (const { name, at } of newestFirst) if (!found.has(toPeriod(at))) found.set(toPeriod(at), name);
  return [...found.values()].slice(0, count);
}
