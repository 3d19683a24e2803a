import { resolve } from 'node:path';
import type { z } from 'zod';
import type { SiteSettings } from '#contract/site.ts';
import type { AccessRules } from '#domain/accounts/access.ts';
import type { ThemeSettings } from '#domain/app-theme.ts';
import { findBrokerIssues, getBalanceHoldsMs, toBrokerConfig } from './config/access.ts';
import { brandFolder, findBrandIssues, readBrand } from './config/brand.ts';
import {
  findCaptchaIssues,
  toCaptchaConfig,
  findVapidIssues,
  toVapidConfig,
  findMailIssues,
  toMailConfig,
  findWitnessIssues,
  toWitnessConfig,
} from './config/integrations.ts';
import { findContestIssues, toContestConfig } from './config/contest.ts';
import { Environment, secretNames } from './config/environment.ts';
import { findCountryIssues, findPortIssues } from './config/listening.ts';
import { findLlmIssues, toLlmConfig } from './config/llm.ts';
import { findMarketIssues, findWorkingHoursIssues, toFeedConfig, toTradingHours } from './config/market.ts';
import { findRoleIssues } from './config/role.ts';
import type { ConfigIssue, Given } from './config/setting.ts';
import { findStorageIssues, getDemoAccounts, isDemo } from './config/storage.ts';
import { loadOrCreateSecret } from './crypto/load-or-create-secret.ts';

/** Configuration of the product by the operator. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

/** All errors in the environment variables, reported at once. */
export class ConfigError extends Error {
  readonly errors: readonly ConfigIssue[];
  constructor(errors: readonly ConfigIssue[]) {
    super(errors.map(toSentence).join('\n'));
    this.name = 'ConfigError';
    this.errors = errors;
  }
}

type SecretOf = (dataDir: string, name?: string) => string;
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * `getSecret` loads or creates the demo's secrets under the data folder; tests inject their own.
 * Spaces around a value are ignored; an empty variable counts as unset.
 */
export function parseConfig(variables: Variables, getSecret: SecretOf = loadOrCreateSecret): Config {
  const given: Given = Object.fromEntries(
    Object.entries(variables).flatMap(([name, value = '']) => (value.trim() ? [[name, value.trim()]] : [])),
  );
  const parsed = Environment.safeParse(given);
  const ofValues = parsed.success ? [] : toIssues(parsed.error, given);
  const isNew = ({ name }: ConfigIssue): boolean => !ofValues.some((error) => error.name === name);
  const errors = [...ofValues, ...findIssuesBetween(given).filter(isNew)];
  if (!parsed.success || errors.length > 0) throw new ConfigError(errors);
  return Object.freeze(toConfig(parsed.data, given, getSecret));
}

function toIssues(error: z.ZodError, given: Given): ConfigIssue[] {
  const byName = new Map(error.issues.map((issue) => [String(issue.path[0]), issue.message]));
  return [...byName].map(([name, allowed]) => ({ name, value: given[name] ?? null, allowed }));
}

/** Errors in combinations of variables, and in the files that they name. */
const findIssuesBetween = (given: Given): ConfigIssue[] => [
  ...findBrandIssues(brandFolder(given.BRAND_DIR)),
  ...findStorageIssues(given),
  ...findMailIssues(given),
  ...findBrokerIssues(given, isDemo(given)),
  ...findCaptchaIssues(given),
  ...findVapidIssues(given),
  ...findRoleIssues(given),
  ...findContestIssues(given),
  ...findMarketIssues(given),
  ...findLlmIssues(given),
  ...findWitnessIssues(given),
  ...findPortIssues(given),
  ...findCountryIssues(given),
  ...findWorkingHoursIssues(given),
];

function toSentence({ name, value, allowed }: ConfigIssue): string {
  if (value === null) return `${name} is missing: ${allowed}`;
  const shown = secretNames.includes(name) ? '(not shown)' : JSON.stringify(value);
  return `${name}=${shown}: allowed is ${allowed}`;
}

function toConfig(env: Environment, given: Given, getSecret: SecretOf) {
  const dataDir = resolve(env.DATA_DIR);
  const demoPublic = isDemo(given) && env.DEMO_PUBLIC;
  const brandDir = brandFolder(env.BRAND_DIR);
  const { brand } = readBrand(brandDir);
  const accounts = getDemoAccounts(brand);
  const trader = demoPublic ? { ...accounts.trader, password: getSecret(dataDir, 'demo-password') } : accounts.trader;
  return {
    brand,
    brandDir,
    port: env.PORT,
    host: env.HOST,
    /** Scheme, host and port without a trailing slash; the base of links in mails. */
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${env.PORT}`,
    dataDir,
    /** The private port of Prometheus metrics; null: none. */
    metrics: env.METRICS_PORT === null ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    /** Where errors are reported; null: nowhere. */
    sentryDsn: env.SENTRY_DSN ?? null,
    /** Null: the embedded PostgreSQL under dataDir. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** In the pool of this process. */
    databaseConnections: env.DATABASE_CONNECTIONS,
    secret: env.SECRET ?? getSecret(dataDir),
    /** What it sealed is resealed under `secret` at start; null: SECRET does not change. */
    oldSecret: env.SECRET_OLD ?? null,
    demo: isDemo(given),
    /** Whether others may reach the demo: then there is no mailbox, and no page shows the password. */
    demoPublic,
    /** The accounts of the demo, printed at start. */
    demoAccounts: { ...accounts, trader },
    /** Trading days of the feed's history on which the stated probability is calibrated. */
    calibrationDays: env.CALIBRATION_DAYS,
    role: env.ROLE,
    /** Valkey or Redis between the processes; null: everything is in this process. */
    redisUrl: env.REDIS_URL ?? null,
    feed: toFeedConfig(env),
    pairs: env.PAIRS,
    tradingHours: toTradingHours(env, given),
    broker: toBrokerConfig(env),
    revenue: { share: env.REVENUE_SHARE, period: env.REVENUE_PERIOD },
    mail: toMailConfig(env, brand),
    captcha: toCaptchaConfig(env),
    /** Null: no API key, so the language models are unavailable. */
    llm: toLlmConfig(env),
    access: {
      minBalance: env.MIN_BALANCE,
      vipBalance: env.VIP_BALANCE,
      vipFreeUntil: env.VIP_FREE_UNTIL ?? null,
      balanceHoldsMs: getBalanceHoldsMs(env),
    } satisfies AccessRules,
    /** Of traders who said nothing, as a share of the stake. */
    payout: env.PAYOUT,
    site: {
      theme: env.THEME,
      decorations: env.DECORATIONS,
      timezone: env.WORKING_TIMEZONE,
      devtoolsBlocking: env.DEVTOOLS_BLOCKING,
      hasContest: env.CONTEST,
      hasMailbox: isDemo(given) && !demoPublic && env.SMTP_URL === undefined,
      hasErrorReports: env.SENTRY_DSN !== undefined,
      vipFreeUntil: env.VIP_FREE_UNTIL === undefined ? null : new Date(env.VIP_FREE_UNTIL).toISOString(),
      payout: env.PAYOUT,
      demoAccount: isDemo(given) && !demoPublic ? trader : null,
    } satisfies ThemeSettings & Omit<SiteSettings, 'decorations'>,
    /** 0: none. */
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    streamsPerUser: env.STREAMS_PER_USER,
    trustProxy: env.TRUST_PROXY,
    countries: { blocked: env.BLOCKED_COUNTRIES, header: env.COUNTRY_HEADER ?? '' },
    witnesses: toWitnessConfig(env),
    /** Null: contest disabled. */
    contest: toContestConfig(env, env.WORKING_TIMEZONE),
    /** The drand relay that draws read their round from. */
    vapid: toVapidConfig(env, env.MAIL_FROM ?? brand.supportEmail),
    /** Null: no bot, so no alerts by Telegram. */
    telegram: env.TELEGRAM_BOT_TOKEN ? { token: env.TELEGRAM_BOT_TOKEN, apiUrl: env.TELEGRAM_API_URL } : null,
    /** Whether push endpoints may lead to private addresses. */
    allowsPrivatePush: env.PUSH_PRIVATE_ADDRESSES,
    adminEmails: env.ADMIN_EMAILS,
    internalEmails: env.INTERNAL_EMAILS,
    // In demo mode the terminal is read by a user.
    logLevel: env.LOG_LEVEL ?? (isDemo(given) ? 'warn' : 'info'),
  };
}
