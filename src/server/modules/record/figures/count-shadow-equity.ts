import { getDay } from '#domain/statistics/day-sums.ts';
import { addIssued, type ShadowHours } from '#domain/statistics/equity-hours.ts';
import type { Transaction } from '#server/database/connection.ts';
import { dayEquity } from '#domain/statistics/day-equity.ts';
import { findShadowHours, saveShadowHours } from './equity-days.repository.ts';
import type { SettledMinute } from './settled-minutes.repository.ts';

/**
 * Adds the forecasts of these minutes that the models would have issued to the hours of their days.
 */
export async function countShadowEquity(tx: Transaction, minutes: readonly SettledMinute[]): Promise<void> {
  const days = new Map<string, { readonly feed: string; readonly day: number; readonly hours: ShadowHours }>();
  for (const { feed, statedAt, stated, prices } of minutes) {
    const day = getDay(statedAt);
    const key = `${day} ${feed}`;
    const own = days.get(key) ?? { feed, day, hours: await findShadowHours(tx, feed, day) };
    days.set(key, own);
    addIssued(own.hours, stated, prices, statedAt);
  }
  for (const day of days.values()) await saveShadowHours(tx, { ...day, equity: dayEquity((key) => day.hours[key]) });
}
