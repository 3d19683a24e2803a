import { expect, test } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { createPickGameBars } from './pick-game-bars.ts';

const now = Date.parse('2026-03-03T15:00:00.000Z');
const bar = (time: number, close = 1.2) => ({ time, open: 1.1, high: 1.3, low: 1, close });
const minutes = (from: number, count: number) => Array.from({ length: count }, (_, i) => bar(from + i * minuteMs));

const pick = (bars: readonly ReturnType<typeof bar>[], chance = () => 0.5) =>
  createPickGameBars({
    feed: { symbols: ['EURUSD'] },
    bars: (_symbol, from, to) => bars.filter(({ time }) => time >= from && time < to),
    clock: { now: () => now },
    chance,
  })();

test('shows thirty bars and asks for five, all at least an hour old', () => {
  const round = pick(minutes(now - 300 * minuteMs, 300));
  expect([round?.shown.length, round?.hidden.length, round?.digits]).toEqual([30, 5, 5]);
  expect(Date.parse(round?.hidden.at(-1)?.time ?? '')).toBeLessThan(now - 60 * minuteMs);
});

test.each([0, 0.25, 0.999])('has no gap within a round (chance %d)', (chance) => {
  const bars = [...minutes(now - 300 * minuteMs, 40), ...minutes(now - 200 * minuteMs, 50)];
  const round = pick(bars, () => chance);
  const times = [...(round?.shown ?? []), ...(round?.hidden ?? [])].map(({ time }) => Date.parse(time));
  expect(times.slice(1).map((time, i) => time - (times[i] ?? 0))).toEqual(Array.from({ length: 34 }, () => minuteMs));
});
