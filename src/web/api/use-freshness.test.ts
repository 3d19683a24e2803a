import { expect, test } from 'vitest';
import { getFreshness } from './use-freshness.ts';

const connected = { isOpen: true, lastEventAt: 10_000 };

test('reports live while the stream delivers', () => {
  expect(getFreshness(connected, 12_000, true, 0)).toEqual({ kind: 'live' });
});

test('reports the length of a silence from three seconds on', () => {
  expect(getFreshness(connected, 13_000, true, 0)).toEqual({ kind: 'delayed', seconds: 3 });
});

test('reports offline without a network or a stream', () => {
  expect(getFreshness(connected, 10_100, false, 0)).toEqual({ kind: 'offline' });
  expect(getFreshness({ isOpen: false, lastEventAt: 10_000 }, 13_000, true, 0)).toEqual({ kind: 'offline' });
});

test('waits after the page has opened before it reports a problem', () => {
  expect(getFreshness({ isOpen: false, lastEventAt: null }, 101_000, true, 100_000)).toEqual({ kind: 'live' });
});
