import { type DecidingPrices, hasLateEntries, type ModelStatements } from '../record/shadow-minute.ts';
import { type EntryDelay, entryDelays, lateDelays } from '../signals/late-entry.ts';
import {
  addDay,
  addForecast,
  type DaySums,
  emptyDay,
  emptySums,
  type EndedForecast,
  type RecordSums,
  removeVoid,
  withdraw,
} from './day-sums.ts';
import { countMinute } from './shadow-tally.ts';

/** For entries at the issue and at each delay after it. */
type ByDelay<Value> = Readonly<Record<EntryDelay, Value>>;

export const byDelay = <Value>(getValue: (delay: EntryDelay) => Value): ByDelay<Value> => ({
  0: getValue(0),
  5: getValue(5),
  10: getValue(10),
  20: getValue(20),
  30: getValue(30),
});

export type DayByDelay = ByDelay<DaySums>;
export type SumsByDelay = ByDelay<RecordSums>;

export const emptyDayByDelay = (): DayByDelay => byDelay(emptyDay);
export const emptySumsByDelay = (): SumsByDelay => byDelay(emptySums);

export function addDayByDelay(sums: SumsByDelay, day: DayByDelay, by: 1 | -1 = 1): void {
  for (const delay of entryDelays) addDay(sums[delay], day[delay], by);
}

/** Forecasts of an hour must be added in record order. A void forecast counts at no delay. */
export function addEnd(day: DayByDelay, forecast: EndedForecast): void {
  for (const delay of entryDelays) {
    const own = atDelay(forecast, delay);
    if (own) addForecast(day[delay], own);
  }
}

/** `otherForecasts`: as in `withdraw`. */
export function takeBack(day: DayByDelay, forecast: EndedForecast, otherForecasts: readonly EndedForecast[]): void {
  withdraw(day[0], forecast, otherForecasts);
  for (const delay of lateDelays) {
    const own = atDelay(forecast, delay);
    if (!own) continue;
    withdraw(
      day[delay],
      own,
      otherForecasts.flatMap((one) => atDelay(one, delay) ?? []),
    );
    removeVoid(day[delay], own);
  }
}

/** Null: not known, because the forecast is void or older than the record of late entries. */
const atDelay = (forecast: EndedForecast, delay: EntryDelay): EndedForecast | null =>
  delay === 0 ? forecast : forecast.late && { ...forecast, result: forecast.late[delay] };

/** Counts a minute in shadow at every delay of which its prices are recorded. */
export function countMinuteByDelay(
  day: DayByDelay,
  stated: readonly ModelStatements[],
  prices: DecidingPrices,
  statedAt: number,
): void {
  for (const delay of hasLateEntries(prices) ? entryDelays : ([0] as const))
    countMinute(day[delay].shadow, stated, prices, statedAt, delay);
}

/** Whether a day has any outcome at a delay. */
export const isCountedLate = (day: DayByDelay): boolean =>
  lateDelays.some(
    (delay) => day[delay].shadow.size > 0 || Object.values(day[delay].signals.all.counts).some((count) => count > 0),
  );
