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
    'of a wide margin is advised for half a minute and ends after a minute, at %i min',
    (duration) => {
      expect(entryWindow({ duration, passability: 70, breakEven })).toEqual({ adviseMs: 30_000, worthMs: minuteMs });
    },
  );

  test('is never advised longer than it is worth an entry', () => {
    const { adviseMs, worthMs } = entryWindow({ duration: 5, passability: 55.01, breakEven });
    expect(worthMs).toBeGreaterThan(0);
    expect(adviseMs).toBe(worthMs);
  });

  test.each([50, 54, 55])('does not open at a passability of %i', (passability) => {
    const window = entryWindow({ duration: 5, passability, breakEven });
    expect(window).toEqual({ adviseMs: 0, worthMs: 0 });
    expect(entryState(window, 0)).toBe('never');
  });
});

test.each([
  [-500, 'now'],
  [0, 'now'],
  [29_999, 'now'],
  [30_000, 'late'],
  [300_000, 'late'],
] as const)('%i ms after the issue the entry is %s', (sinceIssueMs, state) => {
  expect(entryState({ adviseMs: 30_000, worthMs: minuteMs }, sinceIssueMs)).toBe(state);
});
