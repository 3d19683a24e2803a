import { expect, it } from 'vitest';
import type { Bar } from '#engine/bar/bar.ts';
import type { Day } from './day.ts';
import { downloadDays } from './download-days.ts';
import { NoAnswerError } from './no-answer-error.ts';

const days: readonly Day[] = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
const wanted = days.map((day) => ({ symbol: 'EURUSD', day }));
const now = Date.parse('2024-01-10T00:00:00Z');
const aBar: Bar = { time: 0, open: 1, high: 1, low: 1, close: 1 };

/** The days saved from an archive that returns these bars. */
async function download(toBars: (day: Day) => Bar[]) {
  const saved: Day[] = [];
  const done = downloadDays(wanted, {
    dukascopy: { toBars: async (_symbol, day) => toBars(day) },
    store: { save: async (_symbol, day) => void saved.push(day) },
    pause: async () => undefined,
    now,
    onDay: () => undefined,
  });
  const failure = await done.then(
    () => null,
    (error: unknown) => error,
  );
  return { saved, failure };
}

it('saves the days before a failed one, and requests no further ones', async () => {
  const requested: Day[] = [];
  const { saved, failure } = await download((day) => {
    requested.push(day);
    if (day === '2024-01-03') throw new NoAnswerError('nothing');
    return [aBar];
  });
  expect(failure).toEqual(new NoAnswerError('nothing'));
  expect(requested).not.toContain('2024-01-05');
  expect(saved).toEqual(requested.filter((day) => day !== '2024-01-03'));
});

it('does not save a day without bars that may not be published yet', async () => {
  const { saved, failure } = await download(() => []);
  expect([saved, failure]).toEqual([['2024-01-01', '2024-01-02', '2024-01-03'], null]);
});
