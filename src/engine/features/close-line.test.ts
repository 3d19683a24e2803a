import { describe, expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { createCloseLine, quietMinutes } from './close-line.ts';

const start = Date.parse('2018-03-06T12:00:00Z');
const bar = (minute: number, close: number) => ({
  time: start + minute * minuteMs,
  open: close,
  high: close,
  low: close,
  close,
});

function toLine(...bars: readonly (readonly [minute: number, close: number])[]) {
  const line = createCloseLine(16);
  for (const [minute, close] of bars) line.push(bar(minute, close));
  return line;
}

describe('close line', () => {
  it('returns the price of a minute ago, even for minutes without a quote', () => {
    const line = toLine([0, 1], [1, 2], [4, 3]);
    expect([0, 1, 2, 3, 4].map(line.ago)).toEqual([3, 2, 2, 2, 1]);
    expect(line.ago(5)).toBeNaN();
    expect(line.time()).toBe(start + 4 * minuteMs);
  });

  it('restarts after a feed break but not after a quiet period', () => {
    expect(toLine([0, 1], [quietMinutes + 1, 2]).ago(quietMinutes + 1)).toBe(1);
    expect(toLine([0, 1], [quietMinutes + 2, 2]).ago(1)).toBeNaN();
  });

  it('ignores a bar that is not later than the last', () => {
    const line = toLine([0, 1], [1, 2], [1, 9], [0, 9]);
    expect([line.ago(0), line.ago(1)]).toEqual([2, 1]);
  });

  it('returns NaN beyond its size', () => {
    const line = toLine(...Array.from({ length: 40 }, (_, i): [number, number] => [i, i]));
    expect(line.ago(15)).toBe(24);
    expect(line.ago(16)).toBeNaN();
  });
});
