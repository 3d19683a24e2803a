import { expect, it } from 'vitest';
import type { Bar } from '#engine/bar/bar.ts';
import type { Day } from './day.ts';
import { downloadDays } from './download-days.ts';
import { NoAnswerError } from './no-answer-error.ts';

const days: readonly Day[] = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
const wanted = days.map((day) => ({ symbol: 'EURUSD', day }));
const now = Date.parse('2024-01-10T00:00:00Z');
const aBar: Bar = { time: 0, open: 1, high: 1, low: 1, close: 1 };

/** What was kept of a download from an archive that answers so. */
async function download(barsOf: (day: Day) => Bar[]) {
  const kept: Day[] = [];
  const done = downloadDays(wanted, {
    dukascopy: { barsOf: async (_symbol, day) => barsOf(day) },
    store: { keep: async (_symbol, day) => void kept.push(day) },
    pause: async () => undefined,
    now,
    onDay: () => undefined,
  });
  const failure = await done.then(
    () => null,
    (error: unknown) => error,
  );
  return { kept, failure };
}

it('keeps what came before a day that could not be had, and asks for no further ones', async () => {
  const asked: Day[] = [];
  const { kept, failure } = await download((day) => {
    asked.push(day);
    if (day === '2024-01-03') throw new NoAnswerError('nothing');
    return [aBar];
  });
  expect(failure).toEqual(new NoAnswerError('nothing'));
  expect(asked).not.toContain('2024-01-05');
  expect(kept).toEqual(asked.filter((day) => day !== '2024-01-03'));
});

it('does not keep a day without bars that may not be published yet', async () => {
  const { kept, failure } = await download(() => []);
  expect([kept, failure]).toEqual([['2024-01-01', '2024-01-02', '2024-01-03'], null]);
});
