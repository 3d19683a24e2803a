import { type ConfigIssue, secretAllowed } from './environment.ts';
import { roles } from './role.ts';

/** What every process of several needs to share. */
const shared: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://user:password@host:port/database, the same for all processes',
  REDIS_URL: 'redis://user:password@host:port or rediss://…, the same for all processes',
  SECRET: `${secretAllowed}; the same for all processes`,
};

/** Errors of a process that is one of several. */
export function roleIssues(given: Readonly<Record<string, string>>): ConfigIssue[] {
  const { ROLE: role = 'all', BROKER: broker = 'sandbox', BROKER_API_URL: brokerUrl } = given;
  if (role === 'all' || !roles.some((known) => known === role)) return [];
  const missing = Object.entries(shared).filter(([name]) => !given[name]);
  const issues: ConfigIssue[] = missing.map(([name, what]) => ({
    name,
    value: null,
    allowed: `${what}, needed with ROLE=${role}`,
  }));
  if (given.FEED === 'replay' && !given.REPLAY_STARTED_AT)
    issues.push({
      name: 'REPLAY_STARTED_AT',
      value: null,
      allowed: `an instant such as 2027-01-10T00:00:00Z, the same for all processes, needed with FEED=replay and ROLE=${role}`,
    });
  const ownSandbox = 'the address of a sandbox broker that runs by itself, needed with ROLE=';
  if (broker === 'sandbox' && !brokerUrl)
    issues.push({ name: 'BROKER_API_URL', value: null, allowed: `${ownSandbox}${role}` });
  return issues;
}
