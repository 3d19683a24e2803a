import { expect, test } from 'vitest';
import { parseFilters, isNarrowed, toParams, toFilterQuery } from './filters.ts';

const everything = {
  symbol: null,
  aiModel: null,
  duration: null,
  result: null,
  hasEdge: null,
  from: null,
  to: null,
  sort: 'newest',
} as const;
const read = (query: string) => parseFilters(new URLSearchParams(query));

test('parses what it writes to the address', () => {
  const query =
    'symbol=EURUSD&aiModel=vip&duration=2&result=void&hasEdge=false&from=2026-11-01&to=2026-11-20&sort=oldest';
  expect(toParams(read(query)).toString()).toBe(query);
  expect(toParams(everything).toString()).toBe('');
});

test.each([
  '',
  'symbol=EURXXX',
  'aiModel=nobody',
  'duration=4',
  'result=won',
  'hasEdge=maybe',
  'from=yesterday',
  'to=2026-13-40',
  'sort=best',
])('ignores the invalid filter (%s)', (query) => {
  expect(read(query)).toEqual(everything);
  expect(isNarrowed(read(query))).toBe(false);
});

test('a reversed period is swapped', () => {
  expect(read('from=2026-11-20&to=2026-11-01')).toMatchObject({ from: '2026-11-01', to: '2026-11-20' });
});

test('both days are included entirely, in the user’s zone', () => {
  const { from, to } = toFilterQuery(read('from=2026-11-20&to=2026-11-20'));
  expect(from).toBe(new Date(2026, 10, 20).toISOString());
  expect(to).toBe(new Date(2026, 10, 21).toISOString());
});
