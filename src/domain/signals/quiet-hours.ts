import type { QuietHours } from './alert-rule.ts';

/** Whether `now` (milliseconds UTC) is within the quiet hours, by the clock of their time zone. */
export function isQuiet({ from, to, timezone }: QuietHours, now: number): boolean {
  const time = localTime(timezone, now);
  return from <= to ? time >= from && time < to : time >= from || time < to;
}

/** Such as 22:05. */
function localTime(timezone: string, now: number): string {
  const format = formats.get(timezone) ?? new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: timezone });
  formats.set(timezone, format);
  return format.format(now);
}

const formats = new Map<string, Intl.DateTimeFormat>();
