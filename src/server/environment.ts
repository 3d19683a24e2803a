import { z } from 'zod';
import { appThemes } from '#domain/app-theme.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { currencyPairs, isSymbol } from '#domain/market/currency-pair.ts';
import { estimateSecretBits } from './estimate-secret-bits.ts';
import { readWitnesses, type WitnessAddress, witnessesAllowed } from './read-witnesses.ts';
import { roles } from './role.ts';

export const secretAllowed =
  'at least 32 characters with 128 random bits or more; `openssl rand -hex 32` makes one, words and repetitions do not';

const isRandomSecret = (secret: string): boolean => secret.length >= 32 && estimateSecretBits(secret) >= 128;

/**
 * Environment variables: the allowed values (also the text of the error) and the default when
 * unset.
 */
export const Environment = z.object({
  PORT: integer(0, 65_535, 'a port, 1 to 65535 (0: any free one)').default(3000),
  HOST: text('an address to listen on, such as 127.0.0.1 or 0.0.0.0', /^[\w.:-]+$/).default('127.0.0.1'),
  PUBLIC_URL: text('an origin such as https://kurs.example, without a path', isOrigin).optional(),
  METRICS_PORT: z
    .literal('off')
    .transform(() => null)
    .or(integer(0, 65_535, 'off or a port, 1 to 65535'))
    .default(null),
  METRICS_HOST: text('an address to listen on, such as 127.0.0.1 or 0.0.0.0', /^[\w.:-]+$/).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: text(
    'an http:// or https:// address such as http://localhost:4318',
    isAddress('http:', 'https:'),
  ).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: text('postgres://user:password@host:port/database', isAddress('postgres:', 'postgresql:')).optional(),
  SECRET: text(secretAllowed, isRandomSecret).optional(),
  DEMO: toggle().optional(),
  DEMO_PUBLIC: toggle().default(false),
  DEMO_HISTORY_HOURS: integer(0, 168, 'hours, 0 to 168 (0: the record begins empty)').default(30),
  CALIBRATION_DAYS: calibrationDays().default(90),
  ROLE: oneOf(roles).default('all'),
  REDIS_URL: text('redis://user:password@host:port or rediss://…', isAddress('redis:', 'rediss:')).optional(),
  FEED: oneOf(['simulated', 'replay', 'deriv', 'oanda', 'twelvedata']).default('simulated'),
  FEED_CHECK: oneOf(['deriv', 'oanda', 'twelvedata']).optional(),
  SIMULATED_SEED: integer(0, 4_294_967_295, 'a whole number, 0 to 4294967295').default(1),
  REPLAY_FILES: list('files of bars or ticks, comma-separated', () => true).default([]),
  REPLAY_SPEED: amount('a number above 0, at most 10000', (value) => value > 0 && value <= 10_000).default(1),
  REPLAY_STARTED_AT: instant().optional(),
  DERIV_WS_URL: text('a ws:// or wss:// address', isAddress('ws:', 'wss:')).default(
    'wss://api.derivws.com/trading/v1/options/ws/public',
  ),
  DERIV_APP_ID: z.string().optional(),
  OANDA_STREAM_URL: origin().default('https://stream-fxtrade.oanda.com'),
  OANDA_API_URL: origin().default('https://api-fxtrade.oanda.com'),
  OANDA_TOKEN: text('the personal access token, without spaces', /^\S{1,400}$/).optional(),
  OANDA_ACCOUNT: text('the account, such as 101-004-1234567-001', /^[\w-]{1,64}$/).optional(),
  TWELVEDATA_WS_URL: text('a ws:// or wss:// address', isAddress('ws:', 'wss:')).default(
    'wss://ws.twelvedata.com/v1/quotes/price',
  ),
  TWELVEDATA_API_URL: origin().default('https://api.twelvedata.com'),
  TWELVEDATA_API_KEY: text('the API key, without spaces', /^\S{1,400}$/).optional(),
  TWELVEDATA_CALLS_PER_MINUTE: integer(1, 10_000, 'a whole number, 1 to 10000').default(8),
  PAIRS: list(
    `currency pairs, comma-separated, among ${currencyPairs.map((pair) => pair.symbol).join(', ')}`,
    isSymbol,
  ).default(currencyPairs.map((pair) => pair.symbol)),
  WORKING_DAYS: z
    .string()
    .transform(readDays)
    .pipe(z.array(z.number(), { error: daysAllowed() }))
    .default([1, 2, 3, 4, 5]),
  WORKING_FROM: timeOfDay().default(0),
  WORKING_TO: timeOfDay().default(1440),
  WORKING_TIMEZONE: text('a time zone such as Europe/Kyiv', isTimezone).default('Europe/Kyiv'),
  MARKET_CALENDAR: oneOf(['forex', 'always']).optional(),
  MARKET_HOLIDAYS: list(
    'dates, comma-separated, such as 2027-03-26',
    (date) => z.iso.date().safeParse(date).success,
  ).default([]),
  THIN_HOURS: oneOf(['auto', 'exclude', 'include']).default('auto'),
  BROKER: oneOf(['sandbox', 'pocket']).default('sandbox'),
  BROKER_API_URL: text('an http:// or https:// address without a path', isOrigin).optional(),
  BROKER_PARTNER_ID: text('the partner id, letters and digits', /^[\w-]{1,64}$/).optional(),
  BROKER_API_TOKEN: text('the API token of the partner account', /^\S{1,200}$/).optional(),
  BROKER_REFERRAL_URL: text('an http:// or https:// address', isAddress('http:', 'https:')).optional(),
  BROKER_BALANCE_MODE: oneOf(['minus_bonuses', 'raw']).default('minus_bonuses'),
  BROKER_POSTBACK_KEY: text('32 to 100 letters and digits', /^[\w-]{32,100}$/).optional(),
  REVENUE_SHARE: amount(
    'a share of turnover above 0, at most 1, such as 0.02',
    (value) => value > 0 && value <= 1,
  ).default(0.02),
  REVENUE_PERIOD: oneOf(['year', 'quarter', 'month']).default('year'),
  SMTP_URL: text('smtp://user:password@host:port or smtps://…', isAddress('smtp:', 'smtps:')).optional(),
  MAIL_FROM: text('an address such as Kurs <mail@kurs.example>', isSender).optional(),
  CAPTCHA: oneOf(['altcha', 'turnstile']).default('altcha'),
  TURNSTILE_SITE_KEY: text('the site key', /^[\w.-]{1,100}$/).optional(),
  TURNSTILE_SECRET: text('the secret key', /^[\w.-]{1,200}$/).optional(),
  OPENAI_API_KEY: text('the key of the service, without spaces', /^\S{1,400}$/).optional(),
  OPENAI_BASE_URL: text(
    'an http:// or https:// address such as https://api.openai.com/v1',
    isAddress('http:', 'https:'),
  )
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://api.openai.com/v1'),
  OPENAI_CALLS_PER_HOUR: integer(0, 1_000_000, 'a whole number, 0 to 1000000 (0: no limit)').default(600),
  OPENAI_CALLS_PER_DAY: integer(0, 10_000_000, 'a whole number, 0 to 10000000 (0: no limit)').default(6_000),
  OPENAI_COST_PER_DAY: amount('US dollars, 0 or more (0: no limit)', () => true).default(0),
  CHATGPT_4O_MODEL: modelName().default('gpt-4o'),
  CHATGPT_4O_PRICE: tokenPrice().optional(),
  CHATGPT_35_MODEL: modelName().default('gpt-3.5-turbo'),
  CHATGPT_35_PRICE: tokenPrice().optional(),
  WITNESSES: z
    .string()
    .transform(readWitnesses)
    .pipe(z.array(z.custom<WitnessAddress>(), { error: witnessesAllowed }))
    .optional(),
  WITNESS_QUORUM: integer(0, 100, 'a whole number, 0 or more').default(0),
  RATE_LIMIT_PER_MINUTE: integer(0, 1_000_000, 'a whole number, 0 to 1000000 (0: no limit)').default(600),
  TRUST_PROXY: list('addresses or networks of the proxies in front, such as 10.0.0.0/8', isNetwork).default([]),
  BLOCKED_COUNTRIES: list('ISO country codes of two letters, comma-separated, such as GB,AU', (code) =>
    /^[a-z]{2}$/i.test(code),
  )
    .transform((codes) => codes.map((code) => code.toUpperCase()))
    .default([]),
  COUNTRY_HEADER: text('the name of a header, such as CF-IPCountry', /^[\w-]{1,64}$/)
    .transform((name) => name.toLowerCase())
    .optional(),
  MIN_BALANCE: amount('dollars, 0 or more', () => true).default(10),
  VIP_BALANCE: amount('dollars, 0 or more', () => true).default(1000),
  PAYOUT: amount('a share above 0, at most 1, such as 0.82', (value) => value > 0 && value <= 1).default(0.82),
  VIP_FREE_UNTIL: instant().optional(),
  SENTRY_DSN: text('a DSN such as https://key@errors.example/1', isDsn).optional(),
  THEME: oneOf(appThemes).default('halloween'),
  DEVTOOLS_BLOCKING: toggle().default(false),
  CONTEST: toggle().default(true),
  CONTEST_START: day().optional(),
  CONTEST_END: day().optional(),
  CONTEST_PRIZES: list('one prize for all five winners, or five, comma-separated', () => true)
    .refine((prizes) => prizes.length === 1 || prizes.length === contestRules.winners, {
      error: 'one prize for all five winners, or five, comma-separated',
    })
    .default([]),
  CONTEST_BEACON: text(
    'the https:// address of a drand relay, without a path, such as https://api.drand.sh',
    (value) => isAddress('https:')(value) && isOrigin(value),
  ).default('https://api.drand.sh'),
  VAPID_SUBJECT: text('a mailto: or https: address', /^(mailto:\S+@\S+|https:\/\/\S+)$/).optional(),
  VAPID_PUBLIC_KEY: text('87 letters of base64url', /^[\w-]{87}$/).optional(),
  VAPID_PRIVATE_KEY: text('43 letters of base64url', /^[\w-]{43}$/).optional(),
  TELEGRAM_BOT_TOKEN: text('the token of a bot, such as 110201543:AAH…', /^\d{1,20}:[\w-]{10,100}$/).optional(),
  TELEGRAM_API_URL: origin().default('https://api.telegram.org'),
  WEBHOOK_PRIVATE_ADDRESSES: toggle().default(false),
  ADMIN_EMAILS: emails().default([]),
  INTERNAL_EMAILS: emails().default([]),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
});
export type Environment = z.infer<typeof Environment>;

type Check = RegExp | ((value: string) => boolean);

function text(allowed: string, check: Check) {
  const passes = check instanceof RegExp ? (value: string) => check.test(value) : check;
  return z.string({ error: allowed }).trim().refine(passes, { error: allowed });
}

function amount(allowed: string, check: (value: number) => boolean) {
  return text(allowed, /^\d+(\.\d+)?$/)
    .transform(Number)
    .refine(check, { error: allowed });
}

function integer(from: number, to: number, allowed: string) {
  return amount(allowed, (value) => Number.isSafeInteger(value) && value >= from && value <= to);
}

function calibrationDays() {
  const isAllowed = (value: number): boolean => Number.isSafeInteger(value) && value >= 14 && value <= 365;
  return amount('trading days, 14 to 365', (value) => value === 0 || isAllowed(value));
}

function oneOf<const T extends readonly [string, ...string[]]>(values: T, allowed = values.join(', ')) {
  return z.enum(values, { error: allowed });
}

function toggle() {
  return oneOf(['on', 'off']).transform((value) => value === 'on');
}

function list(allowed: string, check: (item: string) => boolean) {
  return z
    .string()
    .transform(itemsOf)
    .refine((items) => items.length > 0 && items.every(check), { error: allowed });
}

function emails() {
  return list('e-mail addresses, comma-separated', (item) => z.email().safeParse(item).success).transform((items) =>
    items.map((item) => item.toLowerCase()),
  );
}

function origin() {
  return text('an http:// or https:// address without a path', isOrigin).transform((url) => url.replace(/\/$/, ''));
}

function modelName() {
  return text('the name of a model at the service, such as gpt-4o', /^[\w.:@/-]{1,100}$/);
}

/** `2.5/10`: US dollars per million tokens, for the prompt and for the completion. */
function tokenPrice() {
  const allowed = 'dollars a million tokens of question and answer, such as 2.5/10';
  return text(allowed, /^\d+(\.\d+)?\/\d+(\.\d+)?$/).transform((value) => {
    const [question = 0, answer = 0] = value.split('/').map(Number);
    return { question, answer };
  });
}

function instant() {
  return z.iso
    .datetime({ offset: true, error: 'an instant such as 2027-01-10T00:00:00Z' })
    .transform((time) => Date.parse(time));
}

function day() {
  return z.iso.date({ error: 'a date such as 2026-12-01' });
}

function timeOfDay() {
  return text('a time such as 09:30, up to 24:00', /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/).transform(
    (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
  );
}

function itemsOf(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

function daysAllowed(): string {
  return 'ISO weekdays, 1 (Monday) to 7, such as 1-5 or 1,3,5';
}

/** `1-5`, `1,2,3`, `1-3,6`; null when the format is none of these. */
function readDays(value: string): number[] | null {
  const days = new Set<number>();
  for (const item of itemsOf(value)) {
    const match = /^([1-7])(?:-([1-7]))?$/.exec(item);
    const [from, to] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
    if (!match || from > to) return null;
    for (let weekday = from; weekday <= to; weekday++) days.add(weekday);
  }
  return days.size > 0 ? [...days].sort((a, b) => a - b) : null;
}

function isOrigin(value: string): boolean {
  if (!isAddress('http:', 'https:')(value)) return false;
  const url = new URL(value);
  return url.origin === value.replace(/\/$/, '').toLowerCase();
}

function isAddress(...protocols: string[]) {
  return (value: string): boolean => URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

/** Key and project: `https://<key>@<host>/<project>`. */
function isDsn(value: string): boolean {
  return isAddress('http:', 'https:')(value) && /^https?:\/\/\w+@[^/]+\/(?:.+\/)?\d+$/.test(value);
}

/** `name@host` or `Name <name@host>`; a line break would allow header injection. */
function isSender(value: string): boolean {
  const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(value)?.[1] ?? value;
  return z.email().safeParse(address).success;
}

function isTimezone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** An address, a network in CIDR notation, or one of proxy-addr's names. */
function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address, bits, ...rest] = value.split('/');
  const isAddressPart = z.ipv4().safeParse(address).success || z.ipv6().safeParse(address).success;
  return isAddressPart && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= 128));
}

/** An environment variable with a value that is not allowed. */
export interface ConfigIssue {
  readonly name: string;
  /** Null: the variable is missing. */
  readonly value: string | null;
  readonly allowed: string;
}
