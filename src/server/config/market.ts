import { isTimezone } from '#domain/market/start-of-day.ts';
import { existsSync, statSync } from 'node:fs';
import { z } from 'zod';
import { toInstant } from '#contract/wire.ts';
import { currencyPairs, isSymbol, majorPairs } from '#domain/market/currency-pair.ts';
import type { TradingHours } from '#domain/market/trading-hours.ts';
import { amount, instant, integer, isAddress, isWhole, list, oneOf, origin, splitList, text } from './formats.ts';
import { type ConfigIssue, findMissing, type Given, secret, setting, type ValuesOf, withDefault } from './setting.ts';

/** Of ticks without a key; `DERIV_WS_URL` replaces it. */
export const derivAddress = 'wss://api.derivws.com/trading/v1/options/ws/public';

const symbols = currencyPairs.map(({ symbol }) => symbol);
const majors = majorPairs.map(({ symbol }) => symbol);

const calibrationAllowed = 'trading days, 14 to 365, or 0 with FEED=simulated or FEED=replay';

/** `.env.example`: The market. */
export const marketSettings = {
  FEED: withDefault(
    oneOf(['simulated', 'replay', 'deriv', 'oanda']),
    'simulated',
    'simulated, replay, deriv (no key needed) or oanda',
  ),
  SIMULATED_SEED: withDefault(integer(0, 4_294_967_295, 'a whole number, 0 to 4294967295'), '1'),
  REPLAY_FILES: setting(
    list('files of bars or ticks, comma-separated', () => true).default([]),
    'bars/EURUSD.csv.gz',
    'CSV or gzip CSV of bars or ticks, replayed as if now.',
  ),
  REPLAY_TIMEZONE: setting(
    text('a time zone such as EST or Europe/Kyiv', isTimezone).optional(),
    'EST',
    'Of times in those files that state no zone.',
  ),
  REPLAY_SPEED: withDefault(
    amount('a number above 0, at most 10000', (value) => value > 0 && value <= 10_000),
    '1',
  ),
  REPLAY_STARTED_AT: setting(
    instant().optional(),
    '2026-11-23T08:00:00Z',
    "When the market's time was the real one. Needed with several processes: all of them, and all later starts, are then at",
    'the same point. Without it each start begins the replay again.',
  ),
  DERIV_WS_URL: withDefault(text('a ws:// or wss:// address', isAddress('ws:', 'wss:')), derivAddress),
  DERIV_APP_ID: setting(z.string().optional(), '1089'),
  OANDA_STREAM_URL: withDefault(
    origin(),
    'https://stream-fxtrade.oanda.com',
    'FEED=oanda needs the token and the account; a practice account has other addresses.',
  ),
  OANDA_API_URL: withDefault(origin(), 'https://api-fxtrade.oanda.com'),
  OANDA_TOKEN: secret(text('the personal access token, without spaces', /^\S{1,400}$/), ''),
  OANDA_ACCOUNT: setting(
    text('the account, such as 101-004-1234567-001', /^[\w-]{1,64}$/).optional(),
    '101-004-1234567-001',
  ),
  PAIRS: setting(
    list(`currency pairs, comma-separated, among ${symbols.join(', ')}`, isSymbol).default(majors),
    'EURUSD,GBPUSD,USDJPY',
  ),
  WORKING_DAYS: withDefault(
    z
      .string()
      .transform(parseDays)
      .pipe(z.array(z.number(), { error: 'ISO weekdays, 1 (Monday) to 7, such as 1-5 or 1,3,5' })),
    '1-5',
    'Working hours; with FEED=simulated or replay the market is always open unless one of these is set.',
  ),
  WORKING_FROM: withDefault(timeOfDay(), '00:00'),
  WORKING_TO: withDefault(timeOfDay(), '24:00'),
  WORKING_TIMEZONE: withDefault(text('a time zone such as Europe/Kyiv', isTimezone), 'Europe/Kyiv'),
  MARKET_CALENDAR: setting(
    oneOf(['forex', 'always']).optional(),
    'always',
    'forex (Sunday 17:00 to Friday 17:00 New York, holidays) or always; default by FEED.',
  ),
  MARKET_HOLIDAYS: setting(
    list('dates, comma-separated, such as 2027-03-26', (date) => z.iso.date().safeParse(date).success).default([]),
    '2027-03-26',
    'Trading days on which the forex market is closed besides 25 December and 1 January; each begins at 17:00 New York the day before.',
  ),
  THIN_HOURS: withDefault(
    oneOf(['auto', 'exclude', 'include']),
    'auto',
    'The hour before and the three hours after 17:00 New York: include, exclude, or auto, which includes them with',
    'FEED=simulated and wherever the models are calibrated (until then nothing has an edge there).',
  ),
  CALIBRATION_DAYS: withDefault(
    amount(calibrationAllowed, (value) => value === 0 || isWhole(value, 14, 365)),
    '90',
    "How many trading days of the feed's own history the stated probability is calibrated on, 14 to 365; 0, for a simulated",
    'or replayed market only: the probability of the model files.',
  ),
};

type MarketValues = ValuesOf<typeof marketSettings>;

export type FeedConfig = ReturnType<typeof toFeedConfig>;

/** What a live feed cannot do without was already reported by `findMarketIssues` where it is empty here. */
export function toFeedConfig(values: MarketValues) {
  const { FEED: kind } = values;
  switch (kind) {
    case 'replay':
      return {
        kind,
        files: values.REPLAY_FILES,
        timezone: values.REPLAY_TIMEZONE ?? null,
        speed: values.REPLAY_SPEED,
        /** When market time was real time, for all its processes and starts; null: at each start. */
        startedAt: values.REPLAY_STARTED_AT ?? null,
      };
    case 'deriv':
      return { kind, wsUrl: values.DERIV_WS_URL, appId: values.DERIV_APP_ID ?? null };
    case 'oanda': {
      const { OANDA_STREAM_URL: streamUrl, OANDA_API_URL: apiUrl, OANDA_ACCOUNT = '', OANDA_TOKEN = '' } = values;
      return { kind, streamUrl, apiUrl, account: OANDA_ACCOUNT, token: OANDA_TOKEN };
    }
    case 'simulated':
      return { kind, seed: values.SIMULATED_SEED };
  }
}

/** A simulated or replayed market is always open unless the operator sets hours. */
export function toTradingHours(values: MarketValues, given: Given): TradingHours {
  const isLive = isLiveFeed({ kind: values.FEED });
  const isWindowSet = ['WORKING_DAYS', 'WORKING_FROM', 'WORKING_TO'].some((name) => name in given);
  const window = {
    days: values.WORKING_DAYS,
    fromMinute: values.WORKING_FROM,
    toMinute: values.WORKING_TO,
    timezone: values.WORKING_TIMEZONE,
  };
  return {
    calendar: values.MARKET_CALENDAR ?? (isLive ? 'forex' : 'always'),
    holidays: values.MARKET_HOLIDAYS,
    window: isLive || isWindowSet ? window : null,
    excludesThinHours: !includesThinHours(values),
  };
}

/**
 * `auto`: what the models state there is held against the feed, as at any hour; before its first
 * calibration the conservative factor there is 0, so nothing has an edge.
 */
const includesThinHours = ({ THIN_HOURS, FEED, CALIBRATION_DAYS }: MarketValues): boolean =>
  THIN_HOURS === 'auto' ? FEED === 'simulated' || CALIBRATION_DAYS > 0 : THIN_HOURS === 'include';

export function findMarketIssues(given: Given): ConfigIssue[] {
  const missing = findMissing(given, neededBy[given.FEED ?? ''] ?? [], `needed with FEED=${given.FEED}`);
  return [...missing, ...findReplayIssues(given), ...findCalibrationIssues(given)];
}

function findReplayIssues({ FEED: feed, REPLAY_FILES: value = '' }: Given): ConfigIssue[] {
  const wrong = feed === 'replay' ? splitList(value).filter((path) => !isFile(path)) : [];
  const allowed = `files that exist, comma-separated; there is no file ${wrong.join(', ')}: correct the path, or download bars with npm run history`;
  return wrong.length > 0 ? [{ name: 'REPLAY_FILES', value, allowed }] : [];
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

const findCalibrationIssues = ({ CALIBRATION_DAYS: value, FEED: feed = 'simulated' }: Given): ConfigIssue[] =>
  Number(value) === 0 && !['simulated', 'replay'].includes(feed)
    ? [{ name: 'CALIBRATION_DAYS', value: value ?? null, allowed: calibrationAllowed }]
    : [];

const neededBy: Readonly<Record<string, readonly string[]>> = {
  replay: ['REPLAY_FILES'],
  oanda: ['OANDA_TOKEN', 'OANDA_ACCOUNT'],
};

/** `24:00` ends a day. */
export function findWorkingHoursIssues({
  WORKING_FROM: from = '00:00',
  WORKING_TO: to = '24:00',
}: Given): ConfigIssue[] {
  return from >= to && from <= '24:00'
    ? [{ name: 'WORKING_TO', value: to, allowed: `later than WORKING_FROM (${from})` }]
    : [];
}

/** False for a simulated or replayed market, which is labelled as such everywhere. */
export const isLiveFeed = ({ kind }: Pick<FeedConfig, 'kind'>): boolean => kind === 'deriv' || kind === 'oanda';

/** Market time per unit of real time. */
export const getMarketSpeed = (feed: FeedConfig): number => (feed.kind === 'replay' ? feed.speed : 1);

/** The feed id in the record; different seeds are different markets, and so are replays that began at different instants. */
export function toFeedId(feed: FeedConfig): string {
  if (feed.kind === 'simulated') return `simulated:${feed.seed}`;
  if (feed.kind === 'replay' && feed.startedAt !== null) return `${restartingReplay}:${toInstant(feed.startedAt)}`;
  return feed.kind;
}

function timeOfDay() {
  return text('a time such as 09:30, up to 24:00', /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/).transform(
    (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
  );
}

/** `1-5`, `1,2,3`, `1-3,6`; null when the format is none of these. */
function parseDays(value: string): number[] | null {
  const days = new Set<number>();
  for (const item of splitList(value)) {
    const match = /^([1-7])(?:-([1-7]))?$/.exec(item);
    const [from, to] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
    if (!match || from > to) return null;
    for (let weekday = from; weekday <= to; weekday++) days.add(weekday);
  }
  return days.size > 0 ? [...days].sort((a, b) => a - b) : null;
}

/** A replay that each start begins at another position, because no instant of its own was set. */
export const restartingReplay = 'replay';

/** Any replay, by the id of its feed: its times are not those of the wall clock. */
export const isReplay = (feed: string): boolean => feed === restartingReplay || feed.startsWith(`${restartingReplay}:`);
