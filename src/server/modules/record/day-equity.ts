import type { DaySums, HourSums } from '#domain/statistics/day-sums.ts';
import { startOfHour } from '#domain/statistics/day-sums.ts';
import type { EquityStep } from '#domain/statistics/equity.ts';
import { joinRuns } from '#domain/statistics/loss-runs.ts';
import { tallyKeys } from '#domain/statistics/model-figures.ts';
import type { DayEquity } from '#server/database/record-sums-tables.ts';

/** Hours of a model as equity steps, oldest first. */
export const hourSteps = (hours: Readonly<Record<number, HourSums>>): EquityStep[] =>
  Object.entries(hours)
    .map(([hour, { excess: _excess, ...sums }]) => ({ startsAt: startOfHour(Number(hour)), ...sums }))
    .toSorted((a, b) => a.startsAt - b.startsAt);

/** By model: all hours of a day joined into one step. */
export const dayEquity = ({ signals }: DaySums): DayEquity =>
  Object.fromEntries(
    tallyKeys.flatMap((key) => {
      const steps = hourSteps(signals[key].hours);
      return steps.length === 0 ? [] : [[key, steps.reduce(joinSteps)]];
    }),
  );

const joinSteps = (a: EquityStep, b: EquityStep): EquityStep => ({
  startsAt: a.startsAt,
  lastAt: b.lastAt,
  won: a.won + b.won,
  lost: a.lost + b.lost,
  neutral: a.neutral + b.neutral,
  runs: joinRuns(a.runs, b.runs),
});
