import { expect, it } from 'vitest';
import type { MinuteLeaf, SignalLeaf } from '#record/leaf.ts';
import { advance, noPosition } from './feed-position.ts';

const feed = 'simulated:1';
// The position depends on these fields only.
const aSignal = (issuedAt: string) => ({ feed, issuedAt, seq: 0 }) as SignalLeaf;
const aMinute = (issuedAt: string) => ({ feed, issuedAt, seq: 1, forecasts: [] }) as unknown as MinuteLeaf;

it('a minute may still be stated after the signal that begins a record', () => {
  const first = advance(noPosition, aSignal('2026-03-03T12:00:36.107Z'));
  expect(first.coveredTo).toBe(Date.parse('2026-03-03T11:59:00.000Z'));
  const second = advance(first, aMinute('2026-03-03T12:00:36.965Z'));
  expect(second.coveredTo).toBe(Date.parse('2026-03-03T12:00:00.000Z'));
});
