import { expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { createGapReasons, gapLeaves } from './gap-leaves.ts';

const start = Date.parse('2026-03-03T12:00:00.000Z');
const at = (seconds: number): number => start + seconds * 1_000;
const iso = (seconds: number): string => new Date(at(seconds)).toISOString();

function recordGaps(ticks: readonly number[], now: number, minutes: number) {
  const reasons = createGapReasons({ now: () => at(now) }, () => true);
  for (const seconds of ticks) reasons.onTick(at(seconds));
  const { findSilence } = reasons;
  const period = { from: start, to: start + minutes * minuteMs, at: new Date(at(now)) };
  return gapLeaves('deriv', period, () => 'no_forecast', findSilence).map(({ leaf }) => leaf);
}

it('states the silence around the end of a minute without forecasts', () => {
  expect(recordGaps([10, 45, 75, 90], 400, 1)).toMatchObject([
    { from: iso(0), to: iso(60), silentFrom: iso(45), silentTo: iso(75) },
  ]);
});

it('states a silence that goes on up to the time of the record, for all of its minutes', () => {
  expect(recordGaps([10, 45], 400, 3)).toMatchObject([
    { from: iso(0), to: iso(180), silentFrom: iso(45), silentTo: iso(400) },
  ]);
});

it('states no silence of a feed with ticks at the end of the minute', () => {
  const [leaf] = recordGaps([10, 59.7, 60.2, 121], 400, 2).filter(
    ({ silentTo }: object & { silentTo?: string }) => !silentTo,
  );
  expect(leaf).toMatchObject({ from: iso(0), to: iso(60) });
});
