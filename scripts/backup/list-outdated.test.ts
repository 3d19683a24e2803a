import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#domain/time.ts';
import { listOutdated, toBackupName } from './list-outdated.ts';

const noon = Date.UTC(2026, 10, 26, 12);
const nameAt = (ms: number): string => toBackupName(new Date(ms), false);

test('keeps the newest of seven days and of four weeks, and deletes the rest', () => {
  const daily = Array.from({ length: 40 }, (_, days) => nameAt(noon - days * dayMs));
  const earlier = daily.map((_, days) => nameAt(noon - days * dayMs - hourMs));
  const outdated = new Set(listOutdated([...daily, ...earlier]));
  const kept = [...daily, ...earlier].filter((name) => !outdated.has(name));
  // 26 November 2026 is a Thursday: the weeks before it end on the Sundays 22, 15 and 8.
  expect(kept.map((name) => name.slice(5, 15))).toEqual([
    '2026-11-26',
    '2026-11-25',
    '2026-11-24',
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-15',
    '2026-11-08',
  ]);
});

test('keeps seven days that have a backup, however long ago they are', () => {
  const monthly = Array.from({ length: 7 }, (_, n) => nameAt(noon - n * 30 * dayMs));
  expect(listOutdated(monthly)).toEqual([]);
});

test('never names a file that is no backup', () => {
  const others = ['kurs.dump', 'kurs-2026-11-26T03-30-00Z.tar.gz.partial', 'kurs-2026-99-99T03-30-00Z.tar.gz', 'a.txt'];
  expect(listOutdated([...others, ...others])).toEqual([]);
});

test('counts encrypted backups and others together', () => {
  const older = toBackupName(new Date(noon - hourMs), true);
  expect(listOutdated([older, nameAt(noon)])).toEqual([older]);
});
