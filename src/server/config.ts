import { resolve } from 'node:path';
import type { z } from 'zod';
import type { SiteSettings } from '#contract/site.ts';
import type { AccessRules } from '#domain/accounts/access.ts';
import { brand } from '#domain/brand.ts';
import type { TradingHours } from '#domain/market/trading-hours.ts';
import { type BrokerConfig, brokerIssues, brokerOf } from './broker-config.ts';
import { type CaptchaConfig, captchaIssues, captchaOf } from './captcha-config.ts';
import { type ContestConfig, contestIssues, contestOf } from './contest-config.ts';
import { demoAccount } from './demo-account.ts';
import { demoIssues } from './demo-config.ts';
import { type ConfigIssue, Environment, secretAllowed } from './environment.ts';
import { type FeedConfig, feedIssues, feedOf, isLiveFeed } from './feed-config.ts';
import type { CountryRules } from './http/refuse-countries.ts';
import { type LlmConfig, llmIssues, llmOf } from './llm-config.ts';
import { loadOrCreateSecret } from './load-or-create-secret.ts';
import { roleIssues } from './role-config.ts';
import type { Role } from './role.ts';
import { type VapidConfig, vapidIssues, vapidOf } from './vapid-config.ts';
import { type WitnessConfig, witnessConfigOf, witnessIssues } from './witness-config.ts';

/** Configuration of the product by the operator. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Scheme, host and port without a trailing slash; the base of links in mails. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** The private port of Prometheus metrics; null: none. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Where errors are reported; null: nowhere. */
  readonly sentryDsn: string | null;
  /** Base address of an OTLP/HTTP collector; null: nothing is traced. */
  readonly tracesEndpoint: string | null;
  /** Null: the embedded PostgreSQL under dataDir. */
  readonly databaseUrl: string | null;
  readonly secret: string;
  readonly demo: boolean;
  /** Whether others may reach the demo: no mailbox, and a password that pages do not tell. */
  readonly demoPublic: boolean;
  /** Of the demo's account, printed at start. */
  readonly demoPassword: string;
  /** Hours of the simulated market that a demo plays into its empty record; 0: none. */
  readonly demoHistoryHours: number;
  /** Trading days of the feed's history on which the stated probability is calibrated. */
  readonly calibrationDays: number;
  readonly role: Role;
  /** Valkey or Redis between the processes; null: everything is in this process. */
  readonly redisUrl: string | null;
  readonly feed: FeedConfig;
  /** A second feed to compare prices with. */
  readonly feedCheck: FeedConfig | null;
  readonly pairs: readonly string[];
  readonly tradingHours: TradingHours;
  /** Whether signals are issued around the New York rollover, when spreads are wide. */
  readonly includeThinHours: boolean;
  readonly broker: BrokerConfig;
  readonly revenue: { readonly share: number; readonly period: 'year' | 'quarter' | 'month' };
  readonly mail: MailConfig;
  readonly captcha: CaptchaConfig;
  /** Null: no API key, so the language models are unavailable. */
  readonly llm: LlmConfig | null;
  readonly access: AccessRules;
  /** Share of the stake that a win pays. */
  readonly payout: number;
  readonly site: SiteSettings;
  /** 0: none. */
  readonly rateLimitPerMinute: number;
  readonly trustProxy: readonly string[];
  readonly countries: Omit<CountryRules, 'trustProxy'>;
  readonly witnesses: WitnessConfig;
  /** Null: contest disabled. */
  readonly contest: ContestConfig | null;
  /** The drand relay that draws read their round from. */
  readonly beaconRelay: string;
  readonly vapid: VapidConfig;
  /** Null: no bot, so no alerts by Telegram. */
  readonly telegram: { readonly token: string; readonly apiUrl: string } | null;
  /** Whether webhooks and push endpoints may lead to private addresses. */
  readonly allowsPrivateWebhooks: boolean;
  readonly adminEmails: readonly string[];
  readonly internalEmails: readonly string[];
  readonly logLevel: NonNullable<Environment['LOG_LEVEL']>;
}

export interface MailConfig {
  /** Null: mails are stored but not sent. */
  readonly smtpUrl: string | null;
  readonly from: string;
}

/** All errors in the environment variables, reported at once. */
export class ConfigError extends Error {
  readonly errors: readonly ConfigIssue[];
  constructor(errors: readonly ConfigIssue[]) {
    super(errors.map(sentenceOf).join('\n'));
    this.name = 'ConfigError';
    this.errors = errors;
  }
}

type SecretOf = (dataDir: string, name?: string) => string;
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * `secretOf` loads or creates the demo's secrets under the data folder; tests inject their own. An
 * empty variable counts as unset.
 */
export function readConfig(variables: Variables, secretOf: SecretOf = loadOrCreateSecret): Config {
  const given: Given = Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : [])),
  );
  const parsed = Environment.safeParse(given);
  const ofValues = parsed.success ? [] : errorsOf(parsed.error, given);
  const isNew = ({ name }: ConfigIssue): boolean => !ofValues.some((error) => error.name === name);
  const errors = [...ofValues, ...issuesBetween(given).filter(isNew)];
  if (!parsed.success || errors.length > 0) throw new ConfigError(errors);
  return Object.freeze(toConfig(parsed.data, given, secretOf));
}

type Given = Readonly<Record<string, string>>;

const isDemo = (given: Given): boolean => (given.DEMO ?? (given.DATABASE_URL ? 'off' : 'on')) !== 'off';

/** A demo that is one process also starts what it needs beside it. */
const isDemoAlone = (given: Given): boolean => isDemo(given) && (given.ROLE ?? 'all') === 'all';

function errorsOf(error: z.ZodError, given: Given): ConfigIssue[] {
  const byName = new Map(error.issues.map((issue) => [String(issue.path[0]), issue.message]));
  return [...byName].map(([name, allowed]) => ({ name, value: given[name] ?? null, allowed }));
}

/** Errors in combinations of variables. */
function issuesBetween(given: Given): ConfigIssue[] {
  const errors: ConfigIssue[] = [];
  const missing = (name: string, allowed: string) => errors.push({ name, value: null, allowed });
  if (!isDemo(given) && !given.SECRET) missing('SECRET', `${secretAllowed}; needed outside demo mode`);
  if (given.SMTP_URL && !given.MAIL_FROM) missing('MAIL_FROM', 'the sender of mails, needed with SMTP_URL');
  if (given.CALIBRATION_DAYS === '0' && !['simulated', 'replay'].includes(given.FEED ?? 'simulated'))
    errors.push({ name: 'CALIBRATION_DAYS', value: '0', allowed: '14 to 365; 0 only for a market that is not live' });
  if (isDemo(given)) errors.push(...demoIssues(given));
  errors.push(...brokerIssues(given, isDemo(given)), ...captchaIssues(given), ...vapidIssues(given));
  errors.push(...roleIssues(given), ...contestIssues(given), ...feedIssues(given), ...llmIssues(given));
  errors.push(...witnessIssues(given, isDemoAlone(given)));
  for (const name of given.BLOCKED_COUNTRIES ? ['COUNTRY_HEADER', 'TRUST_PROXY'] : [])
    if (!given[name]) missing(name, 'needed with BLOCKED_COUNTRIES, because only a trusted proxy can name a country');
  const [from, to] = [given.WORKING_FROM ?? '00:00', given.WORKING_TO ?? '24:00'];
  if (from >= to && from <= '24:00')
    errors.push({ name: 'WORKING_TO', value: to, allowed: `later than WORKING_FROM (${from})` });
  return errors;
}

/** Secret values are never printed on a screen or in a log. */
const secretNames = [
  'SECRET',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'BROKER_API_TOKEN',
  'TURNSTILE_SECRET',
  'OPENAI_API_KEY',
  'VAPID_PRIVATE_KEY',
  'TELEGRAM_BOT_TOKEN',
  'OANDA_TOKEN',
  'TWELVEDATA_API_KEY',
  'SENTRY_DSN',
];

function sentenceOf({ name, value, allowed }: ConfigIssue): string {
  if (value === null) return `${name} is missing: ${allowed}`;
  const shown = secretNames.includes(name) ? '(not shown)' : JSON.stringify(value);
  return `${name}=${shown}: allowed is ${allowed}`;
}

function toConfig(env: Environment, given: Given, secretOf: SecretOf): Config {
  const dataDir = resolve(env.DATA_DIR);
  const demoPublic = isDemo(given) && env.DEMO_PUBLIC;
  const demoPassword = demoPublic ? secretOf(dataDir, 'demo-password') : demoAccount.password;
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${env.PORT}`,
    dataDir,
    metrics: env.METRICS_PORT === null ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    sentryDsn: env.SENTRY_DSN ?? null,
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    secret: env.SECRET ?? secretOf(dataDir),
    demo: isDemo(given),
    demoPublic,
    demoPassword,
    demoHistoryHours: isDemoAlone(given) && env.FEED === 'simulated' ? env.DEMO_HISTORY_HOURS : 0,
    calibrationDays: env.CALIBRATION_DAYS,
    role: env.ROLE,
    redisUrl: env.REDIS_URL ?? null,
    feed: feedOf(env),
    feedCheck: env.FEED_CHECK === undefined ? null : feedOf(env, env.FEED_CHECK),
    pairs: env.PAIRS,
    tradingHours: tradingHoursOf(env, given),
    includeThinHours: includesThinHours(env),
    broker: brokerOf(env),
    revenue: { share: env.REVENUE_SHARE, period: env.REVENUE_PERIOD },
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? `${brand.name} <no-reply@kurs.example>` },
    captcha: captchaOf(env),
    llm: llmOf(env),
    access: { minBalance: env.MIN_BALANCE, vipBalance: env.VIP_BALANCE, vipFreeUntil: env.VIP_FREE_UNTIL ?? null },
    payout: env.PAYOUT,
    site: {
      theme: env.THEME,
      devtoolsBlocking: env.DEVTOOLS_BLOCKING,
      hasContest: env.CONTEST,
      hasErrorReports: env.SENTRY_DSN !== undefined,
      vipFreeUntil: env.VIP_FREE_UNTIL === undefined ? null : new Date(env.VIP_FREE_UNTIL).toISOString(),
      payout: env.PAYOUT,
      demoAccount: isDemo(given) && !demoPublic ? { email: demoAccount.email, password: demoPassword } : null,
    },
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    trustProxy: env.TRUST_PROXY,
    countries: { blocked: env.BLOCKED_COUNTRIES, header: env.COUNTRY_HEADER ?? '' },
    witnesses: witnessConfigOf(env, isDemoAlone(given)),
    contest: contestOf(env),
    beaconRelay: env.CONTEST_BEACON,
    vapid: vapidOf(env),
    telegram: env.TELEGRAM_BOT_TOKEN ? { token: env.TELEGRAM_BOT_TOKEN, apiUrl: env.TELEGRAM_API_URL } : null,
    allowsPrivateWebhooks: env.WEBHOOK_PRIVATE_ADDRESSES,
    adminEmails: env.ADMIN_EMAILS,
    internalEmails: env.INTERNAL_EMAILS,
    // In demo mode the terminal is read by a user.
    logLevel: env.LOG_LEVEL ?? (isDemo(given) ? 'warn' : 'info'),
  };
}

/**
 * `auto`: what the models state there is held against the feed, as at any hour; before its first
 * calibration the conservative factor there is 0, so nothing has an edge.
 */
const includesThinHours = ({ THIN_HOURS, FEED, CALIBRATION_DAYS }: Environment): boolean =>
  THIN_HOURS === 'auto' ? FEED === 'simulated' || CALIBRATION_DAYS > 0 : THIN_HOURS === 'include';

/** A simulated or replayed market is always open unless the operator sets hours. */
function tradingHoursOf(env: Environment, given: Given): TradingHours {
  const isLive = isLiveFeed({ kind: env.FEED });
  const isWindowSet = Object.keys(given).some((name) => name.startsWith('WORKING_'));
  const window = {
    days: env.WORKING_DAYS,
    fromMinute: env.WORKING_FROM,
    toMinute: env.WORKING_TO,
    timezone: env.WORKING_TIMEZONE,
  };
  return {
    calendar: env.MARKET_CALENDAR ?? (isLive ? 'forex' : 'always'),
    holidays: env.MARKET_HOLIDAYS,
    window: isLive || isWindowSet ? window : null,
  };
}
