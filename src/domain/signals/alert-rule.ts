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

export type AlertCriteria = Pick<AlertRule, 'models' | 'symbols' | 'durations' | 'minPassability'>;

export const fitsRule = (rule: AlertCriteria, forecast: AlertForecast): boolean =>
  forecast.passability >= rule.minPassability &&
  admits(rule.models, forecast.model) &&
  admits(rule.symbols, forecast.symbol) &&
  admits(rule.durations, forecast.duration);

const admits = <T>(list: readonly T[], value: unknown): boolean =>
  list.length === 0 || list.some((one) => one === value);

/** How long a watch waits for a forecast that fits, milliseconds. */
export const watchMs = hourMs;
/** An alert that was not sent so long after the minute's close is dropped, milliseconds. */
export const alertDropMs = 20_000;
/** A result is news for longer than a forecast. */
export const resultDropMs = 600_000;
