import type { EquityStep } from '#domain/statistics/equity.ts';
import { type EquityHours, startOfHour } from '#domain/statistics/equity-hours.ts';
import { joinRuns } from '#domain/statistics/loss-runs.ts';
import { type TallyKey, tallyKeys } from '#domain/statistics/model-figures.ts';

export type DayEquity = Partial<Record<TallyKey, EquityStep>>;

/** Longer periods are computed day by day, so that a year costs as much as a fortnight. */
export const maxDaysByHour = 31;

/** Hours of a model as equity steps, oldest first. */
export const hourSteps = (hours: Readonly<EquityHours>): EquityStep[] =>
  Object.entries(hours)
    .map(([hour, { won, lost, neutral, runs, lastAt }]) => ({
      startsAt: startOfHour(Number(hour)),
      lastAt,
      won,
      lost,
      neutral,
      runs,
    }))
    .toSorted((a, b) => a.startsAt - b.startsAt);

/** By model: all hours of a day joined into one step. */
export const dayEquity = (hoursOf: (key: TallyKey) => Readonly<EquityHours> | undefined): DayEquity =>
  Object.fromEntries(
    tallyKeys.flatMap((key) => {
      const step = dayStep(hoursOf(key) ?? {});
      return step ? [[key, step]] : [];
    }),
  );

/** Null: no hour. */
export function dayStep(hours: Readonly<EquityHours>): EquityStep | null {
  const steps = hourSteps(hours);
  return steps.length === 0 ? null : steps.reduce(joinSteps);
}

const joinSteps = (a: EquityStep, b: EquityStep): EquityStep => ({
  startsAt: a.startsAt,
  lastAt: b.lastAt,
  won: a.won + b.won,
  lost: a.lost + b.lost,
  neutral: a.neutral + b.neutral,
  runs: joinRuns(a.runs, b.runs),
});
