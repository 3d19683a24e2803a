import { type Language, locales, percentSigns } from '#domain/language.ts';
import { knownZone } from '#domain/market/start-of-day.ts';
import { roundTo } from '#domain/statistics/shown-rate.ts';
import { dayMs } from '#domain/time.ts';

const nbsp = '\u00a0';
const wordJoiner = '\u2060';
const minus = '\u2212';
/** Normalises the minus sign, and replaces spaces so that a number does not break across lines. */
const tidy = (text: string): string => text.replace(/[-−]/g, minus).replace(/[\s\u202f]/g, nbsp);

/**
 * Instants are milliseconds UTC, shown in the user's time zone. Quotes have no format here: as in the broker's
 * terminal, they have a decimal point in every language.
 */
export interface Formats {
  /** 12345 → 12 345. */
  readonly count: (value: number) => string;
  /** At most this many decimals, without trailing zeros. */
  readonly decimal: (value: number, decimals: number) => string;
  /** Exactly this many decimals. */
  readonly exact: (value: number, decimals: number) => string;
  /** A share from 0 to 1 as percent, without decimals by default. */
  readonly percent: (share: number, decimals?: number) => string;
  /**
   * An interval that never breaks across lines, its unit once: `46,7–59,9 %`. Two shares from 0 to 1
   * as percent with one decimal, unless another format is given.
   */
  readonly range: (low: number, high: number, format?: (value: number) => string) => string;
  /** Always with its sign. */
  readonly signed: (value: number, decimals: number) => string;
  readonly usd: (amount: number) => string;
  /** A sign only when negative; no cents for whole dollars. */
  readonly profit: (amount: number) => string;
  readonly time: (at: number) => string;
  readonly clock: (at: number) => string;
  /** Day, month and year in digits. */
  readonly date: (at: number) => string;
  /** Day and month in words, never on two lines, in the user's zone unless another is given. */
  readonly day: (at: number, timezone?: string) => string;
  /** A month and its year, of an instant in UTC. */
  readonly month: (at: number) => string;
  /** The months of a period, with its year, of instants in UTC. */
  readonly months: (from: number, to: number) => string;
  /** Today the time, within a week weekday and time, otherwise day, month and time. */
  readonly moment: (at: number, now: number) => string;
  /** ISO weekday in the user's zone, Monday is 1. */
  readonly getIsoDay: (at: number) => number;
  readonly weekday: (isoDay: number, style: 'short' | 'long') => string;
}

export function formatsIn(lang: Language): Formats {
  const locale = locales[lang];
  const numbers = memoizeByOptions((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
  const dates = memoizeByOptions((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
  const number = (value: number, options: Intl.NumberFormatOptions): string =>
    tidy(numbers(options).format(roundTo(value, options.maximumFractionDigits ?? 0)));
  const date = (at: number, options: Intl.DateTimeFormatOptions): string => dates(options).format(at);
  const money = (amount: number, signDisplay: 'auto' | 'exceptZero'): string =>
    `${getSign(amount, signDisplay)}$${number(Math.abs(amount), moneyOptions(amount))}`;
  const clock = (at: number): string => date(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const percent = (share: number, decimals = 0): string => number(share * 100, fixed(decimals)) + percentSigns[lang];

  return {
    count: (value) => number(value, { maximumFractionDigits: 0 }),
    decimal: (value, decimals) => number(value, { maximumFractionDigits: decimals }),
    exact: (value, decimals) => number(value, fixed(decimals)),
    percent,
    range: (low, high, format = (share) => percent(share, 1)) =>
      `${format(low).replace(/\s?%$/, '')}–${wordJoiner}${format(high)}`,
    signed: (value, decimals) => number(value, { ...fixed(decimals), signDisplay: 'exceptZero' }),
    usd: (amount) => money(amount, 'auto'),
    profit: (amount) => money(amount, 'exceptZero'),
    time: (at) => date(at, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    clock,
    date: (at) => date(at, { day: '2-digit', month: '2-digit', year: 'numeric' }),
    day: (at, timezone) =>
      date(at, { day: 'numeric', month: 'long', ...(timezone && { timeZone: knownZone(timezone) }) }).replaceAll(
        ' ',
        nbsp,
      ),
    month: (at) => date(at, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    months: (from, to) => {
      const month = (at: number): string => date(at, { month: 'long', timeZone: 'UTC' });
      const [first, last] = [from, to].map((at) => new Date(at).getUTCFullYear());
      return `${month(from)}${first === last ? '' : ` ${first}`}${nbsp}– ${month(to)} ${last}`;
    },
    moment: (at, now) => {
      const sameDay = date(at, { dateStyle: 'short' }) === date(now, { dateStyle: 'short' });
      if (sameDay) return clock(at);
      const isNear = Math.abs(now - at) < 6 * dayMs;
      return `${date(at, isNear ? { weekday: 'short' } : { day: 'numeric', month: 'short' })} ${clock(at)}`;
    },
    getIsoDay: (at) => new Date(at).getDay() || 7,
    // 5 January 2026 was a Monday, ISO day 1.
    weekday: (isoDay, style) => date(Date.UTC(2026, 0, 4 + isoDay, 12), { weekday: style, timeZone: 'UTC' }),
  };
}

/** Removes the tail of a floating-point sum of dollars. */
export const roundToCents = (amount: number): number => Math.round(amount * 100) / 100;

/** Creating a format takes about fifty times as long as using it. */
function memoizeByOptions<Options, Format>(make: (options: Options) => Format): (options: Options) => Format {
  const saved = new Map<string, Format>();
  return (options) => {
    const key = JSON.stringify(options);
    const format = saved.get(key) ?? make(options);
    saved.set(key, format);
    return format;
  };
}

const fixed = (decimals: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: decimals,
  maximumFractionDigits: decimals,
});

const getSign = (amount: number, display: 'auto' | 'exceptZero'): string =>
  amount < 0 ? minus : amount > 0 && display === 'exceptZero' ? '+' : '';

/** `$1000` and `$10,000`: four digits have no separator. */
const moneyOptions = (amount: number): Intl.NumberFormatOptions => ({
  ...fixed(Number.isInteger(amount) ? 0 : 2),
  useGrouping: 'min2',
});

export const ownTimezone = (): string => knownZone(new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** The familiar name of a time zone: some browsers know only the one from before 2022. */
export const shownZone = (timezone: string): string => knownZone(timezone).replace('Kiev', 'Kyiv').replaceAll('_', ' ');

/** A time zone, the user's by default, with its current UTC offset: `Europe/Kyiv, GMT+2`. */
export function zoneWithOffset(at: number, timezone = ownTimezone()): string {
  const timeZone = knownZone(timezone);
  const offset = getPart(new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at));
  return timeZone === 'UTC' ? 'UTC' : `${shownZone(timeZone)}, ${offset}`;
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
