import { z } from 'zod';
import { integer, isAddress, isOrigin, list, oneOf, text } from './formats.ts';
import { type ConfigIssue, findMissing, type Given, secret, setting, withDefault } from './setting.ts';

const allowedPorts = 'off or a port, 1 to 65535';

/** `.env.example`: Where it listens. */
export const listeningSettings = {
  PORT: withDefault(integer(0, 65_535, 'a port, 1 to 65535 (0: any free one)'), '3000'),
  HOST: withDefault(text('an address to listen on, such as 127.0.0.1 or 0.0.0.0', /^[\w.:-]+$/), '127.0.0.1'),
  PUBLIC_URL: setting(
    text('an origin such as https://signals.example, without a path', isOrigin).optional(),
    'http://localhost:3000',
    'What links in mails begin with; https here switches on HSTS and Secure cookies.',
  ),
  TRUST_PROXY: setting(
    list('addresses or networks of the proxies in front, such as 10.0.0.0/8', isNetwork).default([]),
    'loopback',
    'Addresses or networks of the proxies in front (a list, never a count): whose X-Forwarded-For is believed.',
  ),
  BLOCKED_COUNTRIES: setting(
    list('ISO country codes of two letters, comma-separated, such as GB,AU', (code) => /^[a-z]{2}$/i.test(code))
      .transform((codes) => codes.map((code) => code.toUpperCase()))
      .default([]),
    'GB,AU',
    'ISO codes of countries where the product may not be offered, and the header in which a trusted proxy names the country.',
  ),
  COUNTRY_HEADER: setting(
    text('the name of a header, such as CF-IPCountry', /^[\w-]{1,64}$/)
      .transform((name) => name.toLowerCase())
      .optional(),
    'CF-IPCountry',
  ),
  RATE_LIMIT_PER_MINUTE: withDefault(
    integer(0, 1_000_000, 'a whole number, 0 to 1000000 (0: no limit)'),
    '600',
    'Calls a minute and user (or address) without a limit of their own; 0: none, for load tests.',
  ),
  STREAMS_PER_USER: withDefault(
    integer(1, 100, 'a whole number, 1 to 100'),
    '5',
    'Open pages of a user that receive prices and results at once, over all processes; by user, since an office shares an address.',
  ),
  METRICS_PORT: withDefault(
    z.union([z.literal('off').transform(() => null), integer(0, 65_535, allowedPorts)], allowedPorts),
    'off',
    'Prometheus metrics at http://METRICS_HOST:METRICS_PORT/metrics, never on the public port; off or a port.',
  ),
  METRICS_HOST: withDefault(text('an address to listen on, such as 127.0.0.1 or 0.0.0.0', /^[\w.:-]+$/), '127.0.0.1'),
  SENTRY_DSN: secret(
    text('a DSN such as https://key@errors.example/1', isDsn),
    '',
    'Error reports of server and pages (https://key@errors.example/1), none for INTERNAL_EMAILS and crawlers; unset: none.',
  ),
  LOG_LEVEL: setting(
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
    'info',
    'fatal, error, warn, info, debug, trace or silent; unset: warn in demo mode, else info.',
  ),
};

/** Metrics are private, so they are never on the public port. */
export function findPortIssues({
  PORT: port = listeningSettings.PORT.example,
  METRICS_PORT: value,
}: Given): ConfigIssue[] {
  // 0 is any free port.
  const isSame = value !== undefined && Number(value) === Number(port) && Number(port) !== 0;
  return isSame ? [{ name: 'METRICS_PORT', value, allowed: `off or another port than PORT (${port})` }] : [];
}

/** Countries are refused by the header of a proxy that is trusted. */
export const findCountryIssues = (given: Given): ConfigIssue[] =>
  given.BLOCKED_COUNTRIES
    ? findMissing(
        given,
        ['COUNTRY_HEADER', 'TRUST_PROXY'],
        'needed with BLOCKED_COUNTRIES, because only a trusted proxy can name a country',
      )
    : [];

/** Key and project: `https://<key>@<host>/<project>`. */
function isDsn(value: string): boolean {
  return isAddress('http:', 'https:')(value) && /^https?:\/\/\w+@[^/]+\/(?:.+\/)?\d+$/.test(value);
}

/** An address, a network in CIDR notation, or one of proxy-addr's names. */
function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  // proxy-addr rejects a network of all addresses.
  return z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(value).success && !value.endsWith('/0');
}
