import { expect, it } from 'vitest';
import type { Gap, Silence } from '#domain/record/gaps.ts';
import { createQuietGaps } from './quiet-gaps.ts';

const start = Date.parse('2026-03-03T12:00:00.000Z');
const at = (seconds: number): number => start + seconds * 1_000;
const gap: Gap = { from: start, to: at(60), reason: 'no_forecast' };
const silent = (from: number, to: number): Silence => ({ from: at(from), to: at(to) });

function check(
  silence: Silence | null,
  prices: readonly number[],
  of: Gap = gap,
  signals: readonly number[] = [],
): readonly string[] {
  const failures: string[] = [];
  const gaps = createQuietGaps((_index, _rule, sentence) => failures.push(sentence));
  gaps.activity('deriv', at(5), 'a signal', 1);
  gaps.gap('deriv', of, 2, silence);
  prices.forEach((seconds, i) => gaps.activity('deriv', at(seconds), 'a price', 3 + i));
  signals.forEach((seconds, i) => gaps.activity('deriv', at(seconds), 'a signal', 30 + i));
  return failures;
}

it('passes a feed that fell silent before the end of the minute', () => {
  expect(check(silent(45, 75), [7, 45, 75, 80])).toEqual([]);
});

it('fails a silence in which the record holds a price', () => {
  expect(check(silent(45, 75), [59])).toEqual([expect.stringContaining('records a price')]);
});

it('fails a signal in a silence once its last price is too old for one', () => {
  expect(check(silent(45, 75), [], gap, [50])).toEqual([]);
  expect(check(silent(45, 75), [], gap, [50.001])).toEqual([expect.stringContaining('records a signal')]);
});

it('fails a minute with prices that states no silence', () => {
  expect(check(null, [])).toEqual([expect.stringContaining('records a signal')]);
});

it.each([
  ['that is over before the minute ends', silent(20, 50), gap],
  ['that is shorter than a second', silent(59.8, 60.2), gap],
  ['that begins after the first of its minutes', silent(70, 125), { ...gap, to: at(120) }],
  ['of a closed market', silent(45, 75), { ...gap, reason: 'closed' as const }],
])('fails a silence %s', (_what, silence, of) => {
  expect(check(silence, [], of)).toContainEqual(expect.stringContaining('does not cover the ends'));
});
