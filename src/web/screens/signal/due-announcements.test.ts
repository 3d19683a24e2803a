import { expect, test } from 'vitest';
import { dueAnnouncements } from './due-announcements.ts';

test('a signal of five minutes announces its last minute, half of it and its last ten seconds', () => {
  expect(dueAnnouncements(300_000)).toEqual([
    { kind: 'minuteLeft', inMs: 240_000 },
    { kind: 'halfLeft', inMs: 270_000 },
    { kind: 'tenLeft', inMs: 290_000 },
  ]);
});

test('what has passed is not announced', () => {
  expect(dueAnnouncements(30_000)).toEqual([{ kind: 'tenLeft', inMs: 20_000 }]);
  expect(dueAnnouncements(5_000)).toEqual([]);
});
