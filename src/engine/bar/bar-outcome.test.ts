import { describe, expect, it } from 'vitest';
import { noOutcome, outcomeAt, type OutcomeBars } from './bar-outcome.ts';

/** Bars from [minute, open, close]. */
function toTable(bars: readonly [number, number, number][]): OutcomeBars {
  const column = (of: (bar: [number, number, number]) => number): Float64Array =>
    Float64Array.from(bars, (bar) => of(bar));
  const time = column(([minute]) => minute * 60_000);
  const open = column((bar) => bar[1]);
  const close = column((bar) => bar[2]);
  return { size: bars.length, time, open, close };
}

const table = toTable([
  [0, 5, 9],
  [1, 6, 7],
  [2, 7, 8],
  [3, 8, 6],
  [4, 3, 2],
  [6, 4, 4],
]);

describe('the outcome of a decision at a bar', () => {
  it.each([
    [0, 2, 0, 1, 'from the open of the next bar (6) to the close of the second (8), not from its own close (9)'],
    [0, 3, 0, 0, 'a tie: from 6 to 6'],
    [1, 3, 0, -1, 'a fall: from 7 to 2'],
    [1, 2, 1, -1, 'entered a minute later: from 8 to 2'],
    [0, 5, 0, noOutcome, 'the closing minute has no bar'],
    [4, 2, 0, noOutcome, 'the entry minute has no bar'],
    [5, 2, 0, noOutcome, 'the data ends'],
  ] as const)('bar %i, %i minutes, delay %i: %i (%s)', (i, duration, delay, outcome, _why) => {
    expect(outcomeAt(table, i, duration, delay)).toBe(outcome);
  });
});
