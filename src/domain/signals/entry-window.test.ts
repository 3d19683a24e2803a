import { describe, expect, test } from 'vitest';
import { durations } from '#domain/market/duration.ts';
import { minuteMs } from '#domain/time.ts';
import { edgeLeft, entryState, entryWindow } from './entry-window.ts';

const breakEven = 0.55;

describe('the entry window', () => {
  test('ends when the ageing passability falls to break-even', () => {
    const { worthMs } = entryWindow({ duration: 3, passability: 56, breakEven });
    expect(worthMs).toBeLessThan(minuteMs);
    expect(50 + 6 * edgeLeft(3, worthMs)).toBeCloseTo(55, 10);
  });

  test.each(durations)(
    'is fresh while a twentieth of the edge is lost, and ends after a minute, at %i min',
    (duration) => {
      const window = entryWindow({ duration, passability: 70, breakEven });
      expect(edgeLeft(duration, window.freshMs)).toBeCloseTo(0.95, 10);
      expect(window.freshMs).toBeGreaterThan(6_400);
      expect(window.freshMs).toBeLessThan(14_000);
      expect(window.worthMs).toBe(minuteMs);
    },
  );

  test('is never fresh longer than it is worth an entry', () => {
    const { freshMs, worthMs } = entryWindow({ duration: 5, passability: 55.01, breakEven });
    expect(worthMs).toBeGreaterThan(0);
    expect(freshMs).toBe(worthMs);
  });

  test.each([50, 54, 55])('does not open at a passability of %i', (passability) => {
    const window = entryWindow({ duration: 5, passability, breakEven });
    expect(window).toEqual({ freshMs: 0, worthMs: 0 });
    expect(entryState(window, 0)).toBe('no-edge');
  });
});

test.each([
  [-500, 'fresh'],
  [0, 'fresh'],
  [9_999, 'fresh'],
  [10_000, 'worth'],
  [39_999, 'worth'],
  [40_000, 'late'],
  [300_000, 'late'],
] as const)('%i ms after the issue the entry is %s', (sinceIssueMs, state) => {
  expect(entryState({ freshMs: 10_000, worthMs: 40_000 }, sinceIssueMs)).toBe(state);
});
