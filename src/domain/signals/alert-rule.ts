import type { Duration, PickerDuration } from '../market/duration.ts';
import { hourMs } from '../time.ts';
import type { AiModelKey } from './ai-model.ts';

export const alertChannels = ['push', 'telegram', 'mail'] as const;
export type AlertChannel = (typeof alertChannels)[number];

/** Local times such as 22:00; a period that ends before it begins spans midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  /** IANA name. */
  readonly timezone: string;
}

/** Which forecasts a trader wants to be alerted of. An empty list: any. */
export interface AlertRule {
  readonly channels: readonly AlertChannel[];
  readonly models: readonly AiModelKey[];
  readonly symbols: readonly string[];
  readonly durations: readonly PickerDuration[];
  /** Percent, 50 to 100. */
  readonly minPassability: number;
  readonly quietHours: QuietHours | null;
  /** Also the results of own signals. */
  readonly results: boolean;
  readonly perHour: number;
}

export const noAlerts: AlertRule = {
  channels: [],
  models: [],
  symbols: [],
  durations: [],
  minPassability: 50,
  quietHours: null,
  results: false,
  perHour: 6,
};

/** What a rule is matched with. */
export interface AlertForecast {
  readonly model: AiModelKey;
  readonly symbol: string;
  readonly duration: Duration;
  readonly passability: number;
}

export const fitsRule = (rule: AlertRule, forecast: AlertForecast): boolean =>
  forecast.passability >= rule.minPassability &&
  admits(rule.models, forecast.model) &&
  admits(rule.symbols, forecast.symbol) &&
  admits(rule.durations, forecast.duration);

const admits = <T>(list: readonly T[], value: unknown): boolean =>
  list.length === 0 || list.some((one) => one === value);

/** An alert that was not sent so long after the minute's close is dropped, milliseconds. */
export const alertDropMs = 20_000;
/** A result may be sent for longer than a forecast, which ages. */
export const resultDropMs = 600_000;
/** A mail about a result may be sent this late, milliseconds: it is read whenever its mailbox is opened. */
export const resultMailMs = 12 * hourMs;

interface AlertLimits<Forecast> {
  /** Milliseconds UTC. */
  readonly now: number;
  /** Alerts in the hour before. */
  readonly alerted: number;
  /** Open to the trader, and neither alerted of nor issued in the last 20 minutes. */
  readonly isOpenTo: (forecast: Forecast) => boolean;
}

/** The strongest forecast that fits a trader's rule, if nothing rules it out. */
export function chooseAlert<Forecast extends AlertForecast>(
  rule: AlertRule,
  strongestFirst: readonly Forecast[],
  { now, alerted, isOpenTo }: AlertLimits<Forecast>,
): Forecast | null {
  if (alerted >= rule.perHour || (rule.quietHours && isQuiet(rule.quietHours, now))) return null;
  return strongestFirst.find((forecast) => isOpenTo(forecast) && fitsRule(rule, forecast)) ?? null;
}

/** Whether `now` (milliseconds UTC) is within the quiet hours, by the clock of their time zone. */
export function isQuiet({ from, to, timezone }: QuietHours, now: number): boolean {
  const time = localTime(timezone, now);
  return from <= to ? time >= from && time < to : time >= from || time < to;
}

/** Traders choose their zone, and many spellings name the same one: only the known ones are cached. */
const zones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));
const formats = new Map<string, Intl.DateTimeFormat>();

/** Such as 22:05. */
function localTime(timezone: string, now: number): string {
  const format = formats.get(timezone) ?? new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: timezone });
  if (zones.has(timezone)) formats.set(timezone, format);
  return format.format(now);
}
