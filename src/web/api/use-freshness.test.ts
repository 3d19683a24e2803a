import { expect, test } from 'vitest';
import { freshnessOf } from './use-freshness.ts';

const heard = { isOpen: true, heardAt: 10_000 };

test('prices are live while the stream speaks', () => {
  expect(freshnessOf(heard, 12_000, true, 0)).toEqual({ kind: 'live' });
});

test('three seconds of silence are told with their length', () => {
  expect(freshnessOf(heard, 13_000, true, 0)).toEqual({ kind: 'delayed', seconds: 3 });
});

test('without a network or a stream it is offline', () => {
  expect(freshnessOf(heard, 10_100, false, 0)).toEqual({ kind: 'offline' });
  expect(freshnessOf({ isOpen: false, heardAt: 10_000 }, 13_000, true, 0)).toEqual({ kind: 'offline' });
});

test('a page that has just opened waits before it complains', () => {
  expect(freshnessOf({ isOpen: false, heardAt: null }, 101_000, true, 100_000)).toEqual({ kind: 'live' });
});
