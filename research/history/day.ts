import { dayMs } from '#domain/time.ts';

/** A UTC day as 2024-01-31. */
export type Day = `${number}-${number}-${number}`;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- toISOString begins with the day in this form
export const getDay = (time: number): Day => new Date(time).toISOString().slice(0, 10) as Day;
export const isDay = (text: string): text is Day => /^\d{4}-\d\d-\d\d$/.test(text);
export const startOfDay = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

const saturday = 6;

/**
 * The days in [from, to) on which the market is open at least part of the time: all except
 * Saturdays.
 */
export function tradingDays(from: number, to: number): Day[] {
  const days: Day[] = [];
  for (let time = from; time < to; time += dayMs) {
    if (new Date(time).getUTCDay() !== saturday) days.push(getDay(time));
  }
  return days;
}
