import { expect, test } from 'vitest';
import { dueAnnouncements } from './use-announcements.ts';

test('announces the last minute, half minute and ten seconds of a five-minute signal', () => {
  expect(dueAnnouncements(300_000)).toEqual([
    { kind: 'minuteLeft', inMs: 240_000 },
    { kind: 'halfLeft', inMs: 270_000 },
    { kind: 'tenLeft', inMs: 290_000 },
  ]);
});

test('does not announce times that have passed', () => {
  expect(dueAnnouncements(30_000)).toEqual([{ kind: 'tenLeft', inMs: 20_000 }]);
  expect(dueAnnouncements(5_000)).toEqual([]);
});
