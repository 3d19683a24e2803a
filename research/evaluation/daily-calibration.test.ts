import { expect, it } from 'vitest';
import { durations } from '#domain/market/duration.ts';
import { marketSessionAt } from '#domain/market/market-session.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { conservativeCalibration, type Forecast } from '#engine/forecast/forecaster.ts';
import { createRandom } from '../training/boost-trees.ts';
import { createDailyCalibration } from './daily-calibration.ts';

/** A Monday, 17:00 in New York. */
const start = Date.parse('2018-10-01T21:00:00Z');

const forecastAt = (decidedAt: number, pUp: number, duration: Forecast['duration'] = 5): Forecast => ({
  model: 'kurs_ai_v2',
  modelVersion: 'test.1',
  symbol: 'EURUSD',
  barTime: decidedAt - minuteMs,
  decidedAt,
  duration,
  pUp,
  passability: 100 * Math.max(pUp, 1 - pUp),
  session: marketSessionAt(decidedAt),
});

/** States 62 % every minute of `hours`, while `real` comes true; returns the factors at each rollover. */
function walk(hours: number, real: (time: number) => number) {
  const daily = createDailyCalibration('kurs_ai_v2', 20);
  const random = createRandom(3);
  const used: { readonly time: number; readonly factor: number; readonly id: string }[] = [];
  for (let time = start; time < start + hours * hourMs; time += minuteMs) {
    const { id, factors } = daily.at(time);
    if ((time - start) % (24 * hourMs) === 0) used.push({ time, factor: factors.day[5], id });
    for (const duration of durations) {
      daily.add(forecastAt(time, 0.62, duration), random() < real(time) ? 1 : -1);
    }
  }
  return { used, runs: daily.runs() };
}

const halfway = 1 / (1 + Math.exp(-0.5 * Math.log(0.62 / 0.38)));

it('states the conservative probability until enough days were seen, then what the days before show', () => {
  const { used, runs } = walk(30 * 24, () => halfway);
  expect(used.slice(0, 9).map(({ id }) => id)).toEqual(Array.from({ length: 9 }, () => 'uncalibrated'));
  expect(used[0]?.factor).toBe(conservativeCalibration.factors.day[5]);
  expect(used.at(-1)?.factor).toBeGreaterThan(0.45);
  expect(used.at(-1)?.factor).toBeLessThan(0.6);
  expect(runs.tooFewDays).toBe(9);
  expect(runs.accepted + runs.rejected).toBe(21);
});

it('uses the same factors for a day whatever comes in it and after it', () => {
  const turn = start + 15 * 24 * hourMs;
  const calm = walk(16 * 24, () => halfway);
  const turned = walk(20 * 24, (time) => (time < turn ? halfway : 0.9));
  expect(turned.used.slice(0, 16)).toEqual(calm.used);
});

it('leaves out a decision whose price comes after the rollover', () => {
  const counted = (decidedAt: number): number => {
    const daily = createDailyCalibration('kurs_ai_v2', 20);
    for (let day = 0; day < 12; day += 1) {
      for (let n = 0; n < 3_000; n += 1) daily.add(forecastAt(decidedAt + day * 24 * hourMs, 0.62), n % 2 ? 1 : -1);
    }
    daily.at(decidedAt + 13 * 24 * hourMs);
    return daily.runs().tooFewDays;
  };
  expect(counted(start - 5 * minuteMs)).toBe(1);
  expect(counted(start - 6 * minuteMs)).toBe(0);
});
