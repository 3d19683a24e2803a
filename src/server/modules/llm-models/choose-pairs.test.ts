import { expect, test } from 'vitest';
import type { Bar } from '#engine/bar/bar.ts';
import { barHistory } from '#tests/support/market/bar-history.ts';
import { minuteMs } from '#domain/time.ts';
import { mostMoved } from './choose-pairs.ts';

const start = Date.parse('2026-03-02T06:00:00.000Z');
const now = start + 60 * minuteMs;

/** An hour of bars of one range, with a move in the last fifteen. */
const moved = (move: number, range: number, count = 60): Bar[] =>
  Array.from({ length: count }, (_, i) => {
    const close = 100 + (i < count - 15 ? 0 : (move * (i - count + 16)) / 15);
    return { time: now - (count - i) * minuteMs, open: close, high: close + range / 2, low: close - range / 2, close };
  });

const history = barHistory({
  calm: moved(0, 1),
  up: moved(6, 1),
  down: moved(-9, 1),
  wide: moved(20, 10),
  still: moved(0, 0),
  young: moved(30, 1, 40),
});

test('picks the three that moved most in the last minutes, in either direction, relative to their own range', () => {
  expect(mostMoved(history, ['calm', 'up', 'wide', 'down', 'still'], now)).toEqual(['down', 'up', 'wide']);
});

test('ranks a pair with little history last, and one without any bars too', () => {
  expect(mostMoved(history, ['young', 'calm', 'nobody', 'up', 'down'], now)).toEqual(['down', 'up', 'calm']);
});

test('takes three or fewer as they are', () => {
  expect(mostMoved(history, ['still', 'young'], now)).toEqual(['still', 'young']);
});

test('ignores the bar that is forming', () => {
  const symbols = ['calm', 'up', 'wide', 'down'];
  const forming = { time: now - 1, open: 100, high: 900, low: 100, close: 900 };
  const later = barHistory({
    calm: [...moved(0, 1), forming],
    up: moved(6, 1),
    wide: moved(20, 10),
    down: moved(-9, 1),
  });
  expect(mostMoved(later, symbols, now)).toEqual(mostMoved(history, symbols, now));
});
