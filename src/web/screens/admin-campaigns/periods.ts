import type { Period } from '#web/api/calls/admin-calls.ts';

export type PeriodKey = 'last-year' | 'twelve-months' | 'this-year';
export const periodKeys: readonly PeriodKey[] = ['last-year', 'twelve-months', 'this-year'];

/** UTC days, both inclusive; `now` in milliseconds UTC. */
export function getPeriod(key: PeriodKey, now: number): Period {
  const today = new Date(now);
  const year = today.getUTCFullYear();
  if (key === 'last-year') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  if (key === 'this-year') return { from: `${year}-01-01`, to: getDay(today) };
  const from = new Date(Date.UTC(year, today.getUTCMonth() - 11, 1));
  return { from: getDay(from), to: getDay(today) };
}

const getDay = (date: Date): string => date.toISOString().slice(0, 10);
