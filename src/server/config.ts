import { resolve } from 'node:path';
import type { z } from 'zod';
import type { AccessRules } from '#domain/access.ts';
import type { TradingHours } from '#domain/trading-hours.ts';
import { Environment } from './environment.ts';
import { keepSecret } from './kept-secret.ts';

/** How the operator wants the product to run. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Scheme, host and port, without a slash at the end: what links in mails begin with. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Null: the embedded PostgreSQL under dataDir. */
  readonly databaseUrl: string | null;
  readonly secret: string;
  readonly demo: boolean;
  readonly role: 'all';
  readonly feed: FeedConfig;
  readonly pairs: readonly string[];
  readonly tradingHours: TradingHours;
  /** Whether signals are issued around the change of day in New York, where spreads are wide. */
  readonly includeThinHours: boolean;
  readonly broker: 'sandbox';
  readonly access: AccessRules;
  /** Share of the stake that a win pays. */
  readonly payout: number;
  /** 0: none. */
  readonly rateLimitPerMinute: number;
  readonly trustProxy: readonly string[];
  readonly adminEmails: readonly string[];
  readonly internalEmails: readonly string[];
  readonly logLevel: NonNullable<Environment['LOG_LEVEL']>;
}

export type FeedConfig =
  | { readonly kind: 'simulated'; readonly seed: number }
  | { readonly kind: 'replay'; readonly files: readonly string[]; readonly speed: number }
  | { readonly kind: 'deriv'; readonly wsUrl: string; readonly appId: string | null };

export interface Fault {
  readonly name: string;
  /** Null: the variable is missing. */
  readonly value: string | null;
  readonly allowed: string;
}

/** Everything that is wrong with the environment, at once. */
export class ConfigFault extends Error {
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super(faults.map(sentenceOf).join('\n'));
    this.name = 'ConfigFault';
    this.faults = faults;
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

/** `secretOf` keeps the demo's secret under the data folder; tests hand in their own. An empty variable counts as unset. */
export function readConfig(variables: Variables, secretOf: (dataDir: string) => string = keepSecret): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim())) as Given;
  const parsed = Environment.safeParse(given);
  const faults = [...(parsed.success ? [] : faultsOf(parsed.error, given)), ...faultsBetween(given)];
  if (!parsed.success || faults.length > 0) throw new ConfigFault(faults);
  return Object.freeze(toConfig(parsed.data, given, secretOf));
}

type Given = Readonly<Record<string, string>>;

const isDemo = (given: Given): boolean => (given.DEMO ?? (given.DATABASE_URL ? 'off' : 'on')) !== 'off';

function faultsOf(error: z.ZodError, given: Given): Fault[] {
  const byName = new Map(error.issues.map((issue) => [String(issue.path[0]), issue.message]));
  return [...byName].map(([name, allowed]) => ({ name, value: given[name] ?? null, allowed }));
}

/** What no variable says alone. */
function faultsBetween(given: Given): Fault[] {
  const faults: Fault[] = [];
  const missing = (name: string, allowed: string) => faults.push({ name, value: null, allowed });
  if (!isDemo(given) && !given.SECRET) missing('SECRET', 'at least 32 characters, needed outside demo mode');
  if (given.FEED === 'replay' && !given.REPLAY_FILES) missing('REPLAY_FILES', 'needed with FEED=replay');
  const [from, to] = [given.WORKING_FROM ?? '00:00', given.WORKING_TO ?? '24:00'];
  if (from >= to && from <= '24:00')
    faults.push({ name: 'WORKING_TO', value: to, allowed: `later than WORKING_FROM (${from})` });
  return faults;
}

/** Values that open something are not repeated on a screen or in a log. */
const secretNames = ['SECRET', 'DATABASE_URL'];

function sentenceOf({ name, value, allowed }: Fault): string {
  if (value === null) return `${name} is missing: ${allowed}`;
  const shown = secretNames.includes(name) ? '(not shown)' : JSON.stringify(value);
  return `${name}=${shown}: allowed is ${allowed}`;
}

function toConfig(env: Environment, given: Given, secretOf: (dataDir: string) => string): Config {
  const dataDir = resolve(env.DATA_DIR);
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${env.PORT}`,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    secret: env.SECRET ?? secretOf(dataDir),
    demo: isDemo(given),
    role: env.ROLE,
    feed: feedOf(env),
    pairs: env.PAIRS,
    tradingHours: tradingHoursOf(env, given),
    includeThinHours: env.THIN_HOURS === 'include',
    broker: env.BROKER,
    access: { minBalance: env.MIN_BALANCE, vipBalance: env.VIP_BALANCE, vipFreeUntil: env.VIP_FREE_UNTIL ?? null },
    payout: env.PAYOUT,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    trustProxy: env.TRUST_PROXY,
    adminEmails: env.ADMIN_EMAILS,
    internalEmails: env.INTERNAL_EMAILS,
    // A demo's terminal is read by a person.
    logLevel: env.LOG_LEVEL ?? (isDemo(given) ? 'warn' : 'info'),
  };
}

function feedOf(env: Environment): FeedConfig {
  if (env.FEED === 'replay') return { kind: 'replay', files: env.REPLAY_FILES, speed: env.REPLAY_SPEED };
  if (env.FEED === 'deriv') return { kind: 'deriv', wsUrl: env.DERIV_WS_URL, appId: env.DERIV_APP_ID ?? null };
  return { kind: 'simulated', seed: env.SIMULATED_SEED };
}

/** A simulated or replayed market has no hours unless the operator gives it some. */
function tradingHoursOf(env: Environment, given: Given): TradingHours {
  const isLive = env.FEED === 'deriv';
  const isWindowSet = Object.keys(given).some((name) => name.startsWith('WORKING_'));
  const window = {
    days: env.WORKING_DAYS,
    fromMinute: env.WORKING_FROM,
    toMinute: env.WORKING_TO,
    timezone: env.WORKING_TIMEZONE,
  };
  return {
    calendar: env.MARKET_CALENDAR ?? (isLive ? 'forex' : 'always'),
    window: isLive || isWindowSet ? window : null,
  };
}
