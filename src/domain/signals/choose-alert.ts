import { type AlertForecast, type AlertRule, fitsRule, type QuietHours } from './alert-rule.ts';

interface AlertLimits<Forecast> {
  /** Milliseconds UTC. */
  readonly now: number;
  /** Alerts in the hour before. */
  readonly alerted: number;
  /** Open to the trader, and neither alerted of nor issued in the last 20 minutes. */
  readonly isOpenTo: (forecast: Forecast) => boolean;
}

/** The strongest forecast that fits one of a trader's rules, if nothing rules it out. */
export function chooseAlert<Rule extends AlertRule, Forecast extends AlertForecast>(
  rules: readonly Rule[],
  strongestFirst: readonly Forecast[],
  { now, alerted, isOpenTo }: AlertLimits<Forecast>,
): { readonly rule: Rule; readonly forecast: Forecast } | null {
  const active = rules.filter(
    ({ quietHours, perHour }) => alerted < perHour && !(quietHours && isQuiet(quietHours, now)),
  );
  if (active.length === 0) return null;
  for (const forecast of strongestFirst) {
    const rule = isOpenTo(forecast) ? active.find((one) => fitsRule(one, forecast)) : undefined;
    if (rule) return { rule, forecast };
  }
  return null;
}

/** Whether `now` (milliseconds UTC) is within the quiet hours, by the clock of their time zone. */
export function isQuiet({ from, to, timezone }: QuietHours, now: number): boolean {
  const time = localTime(timezone, now);
  return from <= to ? time >= from && time < to : time >= from || time < to;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Such as 22:05. */
function localTime(timezone: string, now: number): string {
  const format = formats.get(timezone) ?? new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: timezone });
  formats.set(timezone, format);
  return format.format(now);
}
