import { expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { noOutcome } from '#engine/bar/bar-outcome.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { createEdgesByPayout, edgesTable, heldOutText } from './edges-by-payout.ts';

const start = Date.parse('2018-10-01T08:00:00Z');

const forecastAt = (minute: number, pUp: number, changes: Partial<Forecast> = {}) =>
  ({
    model: 'kurs_ai_v2',
    duration: 5,
    session: 'day',
    barTime: start + minute * minuteMs,
    pUp,
    passability: 100 * Math.max(pUp, 1 - pUp),
    ...changes,
  }) as Forecast;

const figuresAt = (tally: ReturnType<typeof createEdgesByPayout>, percent: number) =>
  tally.figures().find(({ duration, payout }) => duration === 5 && payout === percent);

it('takes the best pair of each minute by day that has an edge at the payout', () => {
  const tally = createEdgesByPayout(['kurs_ai_v2']);
  // Break-even is 54.95 at 0.82 and 52.08 at 0.92; an edge begins 0.2 points above.
  tally.add(forecastAt(0, 0.53), -1, 1);
  tally.add(forecastAt(0, 0.44), -1, 1);
  tally.add(forecastAt(0, 0.9, { session: 'evening' }), 1, 1);
  tally.add(forecastAt(1, 0.5515), 1, 1);
  tally.add(forecastAt(2, 0.5514), -1, noOutcome);
  tally.add(forecastAt(3, 0.522), 0, 0);
  const [low, high] = [figuresAt(tally, 82), figuresAt(tally, 92)];
  expect(low).toMatchObject({ minutes: 50, real: 100, later: 50, outcomes: 2 });
  expect(high).toMatchObject({ minutes: 75, outcomes: 3 });
  expect(high?.real).toBeCloseTo(200 / 3, 9);
});

it('asks a full point above break-even of the stack', () => {
  const tally = createEdgesByPayout(['vip']);
  tally.add(forecastAt(0, 0.559, { model: 'vip' }), 1, 1);
  tally.add(forecastAt(1, 0.56, { model: 'vip' }), 1, 1);
  expect(figuresAt(tally, 82)).toMatchObject({ minutes: 50, outcomes: 1 });
});

it('states no rate without an outcome, and leaves rows of too few outcomes out of the file of the pages', () => {
  const tally = createEdgesByPayout(['kurs_ai_v2']);
  for (let minute = 0; minute < 160; minute += 1) {
    tally.add(forecastAt(minute, minute < 80 ? 0.6 : 0.525), minute % 4 === 0 ? -1 : 1, 1);
  }
  const figures = tally.figures();
  expect(edgesTable(figures)).toMatch(/\| +92 % \| +2 \| +0\.0 \| +– \| +– \| +– \| +0 \|/);
  const range = { from: start, to: Date.parse('2018-10-03T00:00:00Z') };
  const text = heldOutText({ kurs_ai_v2: '1.abc' }, figures, range);
  expect(JSON.parse(text)).toEqual({
    from: '2018-10-01',
    to: '2018-10-02',
    models: {
      kurs_ai_v2: {
        version: '1.abc',
        durations: {
          2: [],
          3: [],
          5: [[92, 100, 75, 100, 160]],
          7: [],
          10: [],
        },
      },
    },
  });
});
