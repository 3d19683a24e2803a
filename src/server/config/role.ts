import { isAddress, oneOf, text } from './formats.ts';
import { type ConfigIssue, findMissing, type Given, missing, secret, withDefault } from './setting.ts';
import { secretAllowed } from './storage.ts';

const roles = ['all', 'api', 'engine', 'worker'] as const;

/** What a process of the product does (ROLE). */
export type Role = (typeof roles)[number];

/**
 * `serve`: pages, calls and streams of users. `feed`: the market feed, bars and forecasts. `lead`:
 * entries, settlement, shadow forecasts and signing, by one process at a time. `work`: jobs.
 */
export type Duty = 'serve' | 'feed' | 'lead' | 'work';

const duties: Readonly<Record<Role, readonly Duty[]>> = {
  all: ['serve', 'feed', 'lead', 'work'],
  api: ['serve'],
  engine: ['feed', 'lead'],
  worker: ['work'],
};

export const hasDuty = (role: Role, duty: Duty): boolean => duties[role].includes(duty);

/** `.env.example`: Several processes. */
export const processSettings = {
  ROLE: withDefault(
    oneOf(roles),
    'all',
    'all: one process does everything. api, engine or worker: one of several (docs/operating.md), which share DATABASE_URL,',
    'REDIS_URL, SECRET, DATA_DIR, the market and, with BROKER=sandbox, BROKER_API_URL.',
  ),
  REDIS_URL: secret(
    text('redis://user:password@host:port or rediss://…', isAddress('redis:', 'rediss:')),
    'redis://localhost:6379',
    'Valkey, or Redis 7 or newer, between the processes; needed unless ROLE is all.',
  ),
};

/** What every process of several needs to share. */
const shared: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://user:password@host:port/database, the same for all processes',
  REDIS_URL: 'redis://user:password@host:port or rediss://…, the same for all processes',
  SECRET: `${secretAllowed}; the same for all processes`,
};

/** Errors of a process that is one of several. */
export function findRoleIssues(given: Given): ConfigIssue[] {
  const { ROLE: role = 'all', BROKER: broker = 'sandbox', BROKER_API_URL: brokerUrl } = given;
  if (role === 'all' || !roles.some((known) => known === role)) return [];
  const issues = Object.entries(shared).flatMap(([name, what]) =>
    findMissing(given, [name], `${what}, needed with ROLE=${role}`),
  );
  if (given.FEED === 'replay' && !given.REPLAY_STARTED_AT)
    issues.push(
      missing(
        'REPLAY_STARTED_AT',
        `an instant such as 2027-01-10T00:00:00Z, the same for all processes, needed with FEED=replay and ROLE=${role}`,
      ),
    );
  const ownSandbox = 'the address of a sandbox broker that runs by itself, needed with ROLE=';
  if (broker === 'sandbox' && !brokerUrl) issues.push(missing('BROKER_API_URL', `${ownSandbox}${role}`));
  return issues;
}
