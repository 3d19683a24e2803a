/**
 * A time zone, the user's by default, under its familiar name with its current UTC offset:
 * `Europe/Kyiv, GMT+2`.
 */
export function ownZone(at: number, timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  const offset = getPart(new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at));
  // Browsers still return the name from before the 2022 change of the time zone database.
  return timeZone === 'UTC' ? 'UTC' : `${timeZone.replace('Kiev', 'Kyiv')}, ${offset}`;
}

/** Local hour of a UTC hour at a fixed offset in minutes. */
export const shiftedHour = (utcHour: number, aheadMin: number): number =>
  Math.floor(((((utcHour * 60 + aheadMin) % 1440) + 1440) % 1440) / 60);

/** `UTC+2`, `UTC+5:30`, `UTC−4`. */
export function offsetName(aheadMin: number): string {
  if (aheadMin === 0) return 'UTC';
  const minutes = Math.abs(aheadMin) % 60;
  const hours = Math.floor(Math.abs(aheadMin) / 60);
  return `UTC${aheadMin < 0 ? '\u2212' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
}

const getPart = (parts: readonly Intl.DateTimeFormatPart[]): string =>
  parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
