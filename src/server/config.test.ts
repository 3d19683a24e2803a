import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { majorPairs } from '#domain/market/currency-pair.ts';
import { ConfigError, parseConfig } from './config.ts';
import { SandboxEnvironment } from '../sandbox-broker/create-sandbox-app.ts';
import { accessSettings } from './config/access.ts';
import { Environment, toExample } from './config/environment.ts';
import { toFeedId } from './config/market.ts';

const storedSecret = () => 'kept-secret-of-at-least-32-characters';
const randomSecret = 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be';
const w1 = 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2';
const w2 = 'kurs.example/w2+cb4dcb8b+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2';
const folder = mkdtempSync(join(tmpdir(), 'kurs-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const recording = join(folder, 'EURUSD.csv');
writeFileSync(recording, '');
const read = (variables: Record<string, string>) => parseConfig(variables, storedSecret);

function getErrors(variables: Record<string, string>) {
  try {
    read(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('no error was thrown');
}

test('defaults to the embedded demo on a simulated market that is always open', () => {
  const config = read({});
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    databaseUrl: null,
    demo: true,
    feed: { kind: 'simulated', seed: 1 },
    tradingHours: { calendar: 'always', holidays: [], window: null, excludesThinHours: false },
    access: { minBalance: 10, vipBalance: 1000, vipFreeUntil: null, balanceHoldsMs: 86_400_000 },
    payout: 0.82,
    site: { demoAccount: { email: 'demo@kurs.example' } },
    rateLimitPerMinute: 600,
    secret: storedSecret(),
  });
  expect(config.pairs).toEqual(majorPairs.map((pair) => pair.symbol));
  expect(Object.isFrozen(config)).toBe(true);
});

test.each([
  [{}, true],
  [{ CALIBRATION_DAYS: '0' }, true],
  [{ FEED: 'deriv' }, true],
  [{ FEED: 'deriv', THIN_HOURS: 'exclude' }, false],
  [{ FEED: 'replay', REPLAY_FILES: recording }, true],
  [{ FEED: 'replay', REPLAY_FILES: recording, CALIBRATION_DAYS: '0' }, false],
  [{ FEED: 'replay', REPLAY_FILES: recording, CALIBRATION_DAYS: '0', THIN_HOURS: 'include' }, true],
  [{ THIN_HOURS: 'exclude' }, false],
])('with %o signals are issued in thin hours: %s', (env, isIncluded) => {
  expect(read(env).tradingHours.excludesThinHours).toBe(!isIncluded);
});

test('reports every error by name with the allowed values', () => {
  const error = getErrors({
    PORT: '99999',
    FEED: 'binance',
    DEMO: 'yes',
    SECRET: 'short',
    PAIRS: 'EURUSD,EURXXX',
    DATABASE_URL: 'mysql://u:hidden@h/d',
  });
  expect(error.errors.map(({ name }) => name).sort()).toEqual([
    'DATABASE_URL',
    'DEMO',
    'FEED',
    'PAIRS',
    'PORT',
    'SECRET',
  ]);
  expect(error.message).toContain('PORT="99999": allowed is a port, 1 to 65535');
  expect(error.message).toContain('FEED="binance": allowed is simulated, replay, deriv, oanda');
  expect(error.message).not.toContain('hidden');
});

/** Texts of which any is allowed, and those that are judged beside others. */
const anyText = ['DERIV_APP_ID', 'DATA_DIR', 'REPLAY_FILES', 'POSTGRES_BIN_DIR'];

test.each(Object.keys(Environment.shape).filter((name) => !anyText.includes(name)))(
  'rejects a text that %s cannot have',
  (name) => {
    const { errors } = getErrors({ [name]: 'no such value \u0007,;' });
    expect(errors.find((error) => error.name === name)?.allowed).not.toMatch(/^(Invalid|undefined)/);
  },
);

test.each([
  ['PORT', '80.5'],
  ['METRICS_PORT', '70000'],
  ['PUBLIC_URL', 'https://kurs.example/path'],
  ['REPLAY_SPEED', '0'],
  ['WORKING_DAYS', '5-1'],
  ['WORKING_FROM', '24:01'],
  ['WORKING_TO', '00:00'],
  ['MARKET_HOLIDAYS', '2027-02-30'],
  ['BROKER_LIST_HOURS', '0'],
  ['REVENUE_SHARE', '2'],
  ['MAIL_FROM', 'Kurs <a@b.example>\r\nBcc: <c@d.example>'],
  ['OPENAI_COST_PER_DAY', '-1'],
  ['RATE_LIMIT_PER_MINUTE', '1e3'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '::1/129'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['PAYOUT', '0.825'],
  ['PAYOUT', '0.93'],
  ['WITNESSES', `${w1}`],
  ['WITNESSES', `${w1} ftp://witness.example`],
  ['WITNESSES', `${w1.replace('+BO', '+AO')} https://witness.example`],
  ['WITNESSES', `${w1} https://one.example, ${w1} https://two.example`],
  ['WITNESS_QUORUM', '2'],
])('rejects %s=%s', (name, value) => {
  expect(getErrors({ [name]: value }).errors.map((error) => error.name)).toEqual([name]);
});

test.each([
  ['an example', 'change-me-to-32-characters-or-more'],
  ['one repeated character', 'x'.repeat(64)],
  ['a repeated piece', 'k7Qz'.repeat(16)],
  ['words', 'a secret of our own, long enough for anybody'],
  ['too few random characters', '9f86d081884c7d659a2feaa0c55ad0'],
])('rejects %s as SECRET, and says how to make one', (_kind, SECRET) => {
  const error = getErrors({ DATABASE_URL: 'postgres://u:p@db/kurs', BROKER_API_URL: 'http://127.0.0.1:3001', SECRET });
  expect(error.errors.map(({ name }) => name)).toEqual(['SECRET']);
  expect(error.message).toContain('128 random bits');
  expect(error.message).toContain('openssl rand -hex 32');
  expect(error.message).not.toContain(SECRET);
});

test.each([
  ['openssl rand -hex 16', 16, 'hex'],
  ['openssl rand -hex 32', 32, 'hex'],
  ['openssl rand -base64 24', 24, 'base64'],
  ['openssl rand -base64 32', 32, 'base64'],
  ['the start of a demo', 32, 'base64url'],
] as const)('accepts what %s makes as SECRET', (_command, bytes, encoding) => {
  for (let number = 0; number < 200; number += 1) {
    const SECRET = createHash('sha256').update(`${bytes} ${number}`).digest().subarray(0, bytes).toString(encoding);
    expect(read({ SECRET }).secret).toBe(SECRET);
  }
});

test.each(['package.json', 'package.json/data', '/dev/null'])(
  'rejects DATA_DIR=%s, which is not a folder',
  (DATA_DIR) => {
    const { errors, message } = getErrors({ DATA_DIR, PORT: '-1' });
    expect(errors.map(({ name }) => name)).toEqual(['PORT', 'DATA_DIR']);
    expect(message).toContain(
      `DATA_DIR="${DATA_DIR}": allowed is a folder, which is made if it is missing; this is not`,
    );
    expect(read({ DATA_DIR: 'src/new/data' }).dataDir).toBe(resolve('src/new/data'));
  },
);

test('turns the demo off when the operator sets a database, and then requires a secret', () => {
  const DATABASE_URL = 'postgres://u:p@db/kurs';
  expect(getErrors({ DATABASE_URL }).errors.map(({ name }) => name)).toEqual(['SECRET', 'BROKER']);
  const operated = { DATABASE_URL, SECRET: randomSecret, BROKER_API_URL: 'http://127.0.0.1:3001' };
  expect(read(operated)).toMatchObject({ demo: false, secret: randomSecret });
  expect(read({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true);
});

test.each([{ HOST: '0.0.0.0' }, { HOST: '192.168.1.7' }, { HOST: '::' }, { PUBLIC_URL: 'https://kurs.example' }])(
  'a demo that others can reach has to be allowed: %j',
  (reachable: Record<string, string>) => {
    const { errors, message } = getErrors({ ...reachable, PORT: '99999' });
    expect(errors.map(({ name }) => name)).toEqual(['PORT', ...Object.keys(reachable)]);
    expect(message).toContain('DEMO_PUBLIC=on');
    expect(read({ ...reachable, DEMO_PUBLIC: 'on' }).demoPublic).toBe(true);
    const operated = {
      DATABASE_URL: 'postgres://u:p@db/kurs',
      SECRET: randomSecret,
      BROKER_API_URL: 'http://broker:1',
    };
    expect(read({ ...operated, ...reachable })).toMatchObject({ demo: false, demoPublic: false });
  },
);

test('a public demo has a password of its own, which the pages do not show', () => {
  const config = parseConfig({ DEMO_PUBLIC: 'on' }, (_folder, name = 'secret') => `the stored ${name}`);
  expect(config).toMatchObject({
    demoAccounts: { trader: { password: 'the stored demo-password' } },
    site: { demoAccount: null },
  });
  expect(read({}).demoAccounts.trader).toEqual(read({}).site.demoAccount);
});

test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('a demo may listen on %s', (HOST) => {
  expect(read({ HOST }).demo).toBe(true);
});

test('limits the cost of language models only with both prices', () => {
  const limited = { OPENAI_API_KEY: 'key', OPENAI_COST_PER_DAY: '5' };
  expect(getErrors(limited).errors.map(({ name }) => name)).toEqual(['CHATGPT_4O_PRICE', 'CHATGPT_35_PRICE']);
  expect(read({ ...limited, CHATGPT_4O_PRICE: '2.5/10', CHATGPT_35_PRICE: '1/2' }).llm?.costPerDay).toBe(5);
});

test('applies the market calendar and the working hours to a live feed', () => {
  expect(read({ FEED: 'deriv' }).tradingHours).toEqual({
    calendar: 'forex',
    holidays: [],
    window: { days: [1, 2, 3, 4, 5], fromMinute: 0, toMinute: 1440, timezone: 'Europe/Kyiv' },
    excludesThinHours: false,
  });
});

test('applies working hours to a simulated market once a day or an hour is set, not for a time zone alone', () => {
  expect(read({ WORKING_TIMEZONE: 'America/New_York' }).tradingHours.window).toBeNull();
  expect(read({ WORKING_DAYS: '1-3,6', WORKING_FROM: '09:30' }).tradingHours).toEqual({
    calendar: 'always',
    holidays: [],
    window: { days: [1, 2, 3, 6], fromMinute: 570, toMinute: 1440, timezone: 'Europe/Kyiv' },
    excludesThinHours: false,
  });
});

test('ignores spaces around a value', () => {
  expect(read({ WORKING_DAYS: ' 1-3 ' }).tradingHours.window?.days).toEqual([1, 2, 3]);
  expect(() => read({ PUBLIC_URL: ' https://kurs.example' })).toThrow('PUBLIC_URL="https://kurs.example"');
});

test.each([
  [{ BROKER: 'pocket' }, ['BROKER_PARTNER_ID', 'BROKER_API_TOKEN', 'BROKER_REFERRAL_URL']],
  [{ BROKER: 'manual' }, ['BROKER_REFERRAL_URL']],
  [{ CAPTCHA: 'turnstile' }, ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET']],
  [{ SMTP_URL: 'smtp://mail.example:587' }, ['MAIL_FROM']],
  [{ SMTP_URL: 'http://mail.example', MAIL_FROM: 'a@b.example' }, ['SMTP_URL']],
])('reports for %j the missing or invalid %j', (variables, names) => {
  expect(getErrors(variables).errors.map(({ name }) => name)).toEqual(names);
});

test('has no language model without a key; with one it uses the public service at an unknown cost', () => {
  expect(read({ OPENAI_BASE_URL: 'http://localhost:11434/v1/' }).llm).toBeNull();
  expect(read({ OPENAI_API_KEY: 'sk-key' }).llm).toEqual({
    apiKey: 'sk-key',
    baseUrl: 'https://api.openai.com/v1',
    callsPerHour: 600,
    callsPerDay: 6_000,
    costPerDay: 0,
    chatgpt4o: { name: 'gpt-4o', price: null },
    chatgpt35: { name: 'gpt-3.5-turbo', price: null },
  });
  const own = read({
    OPENAI_API_KEY: 'any',
    OPENAI_BASE_URL: 'http://localhost:11434/v1/',
    CHATGPT_4O_MODEL: 'qwen3:8b',
    CHATGPT_4O_PRICE: '2.5/10',
  });
  expect(own.llm).toMatchObject({
    baseUrl: 'http://localhost:11434/v1',
    chatgpt4o: { name: 'qwen3:8b', price: { question: 2.5, answer: 10 } },
  });
});

test('does not repeat a rejected key', () => {
  expect(getErrors({ OPENAI_API_KEY: 'sk-secret and more' }).message).not.toContain('sk-secret');
});

test('requires a port of its own for metrics', () => {
  const { errors, message } = getErrors({ PORT: '3491', METRICS_PORT: '3491', HOST: 'a b' });
  expect(errors.map(({ name }) => name)).toEqual(['HOST', 'METRICS_PORT']);
  expect(message).toContain('METRICS_PORT="3491": allowed is off or another port than PORT (3491)');
  expect(getErrors({ METRICS_PORT: '3000' }).errors.map(({ name }) => name)).toEqual(['METRICS_PORT']);
  expect(read({ PORT: '0', METRICS_PORT: '0' }).metrics).toEqual({ host: '127.0.0.1', port: 0 });
});

test('blocks countries only with a trusted proxy that names them', () => {
  const names = (variables: Record<string, string>) => getErrors(variables).errors.map(({ name }) => name);
  expect(names({ BLOCKED_COUNTRIES: 'Ukraine', COUNTRY_HEADER: 'X-Country', TRUST_PROXY: '::1' })).toEqual([
    'BLOCKED_COUNTRIES',
  ]);
  expect(names({ BLOCKED_COUNTRIES: 'GB' })).toEqual(['COUNTRY_HEADER', 'TRUST_PROXY']);
  const given = { BLOCKED_COUNTRIES: 'gb, AU', COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: 'loopback' };
  expect(read(given).countries).toEqual({ blocked: ['GB', 'AU'], header: 'cf-ipcountry' });
});

test('names what a live feed cannot do without', () => {
  expect(getErrors({ FEED: 'oanda' }).errors.map(({ name }) => name)).toEqual(['OANDA_TOKEN', 'OANDA_ACCOUNT']);
  const config = read({ FEED: 'oanda', OANDA_TOKEN: 't', OANDA_ACCOUNT: '1', OANDA_API_URL: 'https://fx.example/' });
  expect(config.feed).toMatchObject({ kind: 'oanda', apiUrl: 'https://fx.example', account: '1', token: 't' });
  expect(config.tradingHours.calendar).toBe('forex');
});

test('requires files for a replay, which exist', () => {
  expect(getErrors({ FEED: 'replay' }).errors.map(({ name }) => name)).toEqual(['REPLAY_FILES']);
  const { errors, message } = getErrors({ FEED: 'replay', REPLAY_FILES: `${recording},a.csv,${folder}`, PORT: '-1' });
  expect(errors.map(({ name }) => name)).toEqual(['PORT', 'REPLAY_FILES']);
  expect(message).toContain(`there is no file a.csv, ${folder}: correct the path`);
  const replay = { FEED: 'replay', REPLAY_FILES: `${recording}, package.json`, REPLAY_SPEED: '60' };
  expect(read({ ...replay, REPLAY_TIMEZONE: 'EST' }).feed).toEqual({
    kind: 'replay',
    files: [recording, 'package.json'],
    timezone: 'EST',
    speed: 60,
    startedAt: null,
  });
});

test('a replay of several processes begins at one instant, which names its feed', () => {
  const several = { DATABASE_URL: 'postgres://db/kurs', REDIS_URL: 'redis://bus', SECRET: randomSecret, DEMO: 'on' };
  const replay = { FEED: 'replay', REPLAY_FILES: recording, ROLE: 'engine', BROKER_API_URL: 'http://127.0.0.1:9' };
  expect(getErrors({ ...several, ...replay }).errors.map(({ name }) => name)).toEqual(['REPLAY_STARTED_AT']);
  const { feed } = read({ ...several, ...replay, REPLAY_STARTED_AT: '2026-03-03T15:00:00Z' });
  expect(toFeedId(feed)).toBe('replay:2026-03-03T15:00:00.000Z');
});

test('there are no witnesses unless they are set', () => {
  expect(read({}).witnesses).toEqual({ addresses: [], quorum: 0 });
  expect(
    read({ WITNESSES: `${w1} https://one.example/\n${w2} http://two.example/log/`, WITNESS_QUORUM: '2' }).witnesses,
  ).toEqual({
    addresses: [
      { vkey: w1, url: 'https://one.example' },
      { vkey: w2, url: 'http://two.example/log' },
    ],
    quorum: 2,
  });
});

test.each([
  { CALIBRATION_DAYS: '3' },
  { CALIBRATION_DAYS: '366', FEED: 'deriv' },
  { CALIBRATION_DAYS: '0', FEED: 'deriv' },
  { CALIBRATION_DAYS: '0.0', FEED: 'deriv' },
])('says of %j which days of calibration are allowed with which feed', (variables: Record<string, string>) => {
  expect(getErrors(variables).message).toBe(
    `CALIBRATION_DAYS="${variables.CALIBRATION_DAYS}": allowed is trading days, 14 to 365, or 0 with FEED=simulated or FEED=replay`,
  );
});

test('treats an empty variable as unset', () => {
  expect(read({ PORT: '', FEED: ' ' })).toEqual(read({}));
});

test('.env.example is the table of the settings, and its values are allowed', async () => {
  await expect(toExample()).toMatchFileSnapshot('../../.env.example');
  const lines = toExample().matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm);
  const variables = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
  expect(Object.keys(variables).sort()).toEqual(Object.keys(Environment.shape).sort());
  expect(() => read(variables)).not.toThrow();
});

/** Of a line of `.env.example` that means nothing alone: the settings that it needs. */
const neededWith: Readonly<Record<string, readonly string[]>> = {
  BLOCKED_COUNTRIES: ['COUNTRY_HEADER', 'TRUST_PROXY'],
  CONTEST_END: ['CONTEST_START'],
  CONTEST_START: ['CONTEST_END'],
  DATABASE_URL: ['SECRET', 'BROKER'],
  SMTP_URL: ['MAIL_FROM'],
  WITNESS_QUORUM: ['WITNESS_QUORUM'],
};

test('each line of .env.example is allowed alone, or names what it needs', () => {
  const lines = [...toExample().matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)];
  const needed = lines.flatMap(([, name = '', value = '']) => {
    try {
      read({ [name]: value });
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return [[name, error.errors.map((one) => one.name)] as const];
    }
  });
  expect(Object.fromEntries(needed)).toEqual(neededWith);
});

test('the lines of .env.example and the table of docs/operating.md are those of the sandbox with its defaults', () => {
  const { HOST, PORT, PARTNER_ID, FOLDER } = SandboxEnvironment.parse({ API_TOKEN: 'any' });
  expect(accessSettings.BROKER_API_URL.example).toBe(`http://${HOST}:${PORT}`);
  expect(accessSettings.BROKER_PARTNER_ID.example).toBe(PARTNER_ID);
  const [, section = ''] = readFileSync('docs/operating.md', 'utf8').split('\n## Sandbox broker\n');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (`[A-Z].*?) \| (.*?) \|/gm)];
  const names = rows.flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []);
  // The product itself sets the one that is left out.
  expect([...names, 'ENDS_WITH_INPUT'].toSorted()).toEqual(Object.keys(SandboxEnvironment.shape).toSorted());
  const stated = rows.flatMap(
    ([, , cell = '']) => cell.match(/(?<=`)[^`,]+(?=`)/g)?.filter((text) => text !== ', ') ?? [],
  );
  expect(stated).toEqual([PARTNER_ID, 'PARTNER_ID', HOST, String(PORT), FOLDER]);
});

test('a balance counts for a day, and one of a list for BROKER_LIST_HOURS', () => {
  const manual = { BROKER: 'manual', BROKER_REFERRAL_URL: 'https://broker.example/r' };
  const hours = (variables: Record<string, string>) => read(variables).access.balanceHoldsMs / 3_600_000;
  expect([{}, { BROKER_LIST_HOURS: '48' }, manual, { ...manual, BROKER_LIST_HOURS: '48' }].map(hours)).toEqual([
    24, 24, 24, 48,
  ]);
  expect(read(manual).broker).toEqual({ kind: 'manual', referralUrl: manual.BROKER_REFERRAL_URL, postbackKey: null });
});

test('the settings that docs/operating.md assigns exist', () => {
  const assigned = readFileSync('docs/operating.md', 'utf8').matchAll(/(?<![\w-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)=/g);
  const names = new Set([...assigned].map(([, name = '']) => name));
  expect(names.size).toBeGreaterThan(5);
  const buildArguments = [...readFileSync('Dockerfile', 'utf8').matchAll(/^ARG (\w+)/gm)].map(([, name]) => name);
  expect([...names].filter((name) => !(name in Environment.shape) && !buildArguments.includes(name))).toEqual([]);
});

test('defaults the contest to the New Year season, unless the operator sets days or disables it', () => {
  expect(read({}).contest).toEqual({ days: null, timezone: 'Europe/Kyiv', prizes: [] });
  expect(read({ CONTEST: 'off' }).contest).toBeNull();
  const set = { CONTEST_START: '2026-12-05', CONTEST_END: '2026-12-31', CONTEST_PRIZES: '$200' };
  expect(read(set).contest).toMatchObject({ days: { start: '2026-12-05', end: '2026-12-31' }, prizes: ['$200'] });
});

test.each([
  [{ CONTEST_START: '2026-12-05' }, 'CONTEST_END'],
  [{ CONTEST_END: '2026-12-05' }, 'CONTEST_START'],
  [{ CONTEST_START: '2026-12-05', CONTEST_END: '2026-12-04' }, 'CONTEST_END'],
  [{ CONTEST_START: '1 December', CONTEST_END: '2026-12-31' }, 'CONTEST_START'],
  [{ CONTEST_PRIZES: '$500,$200' }, 'CONTEST_PRIZES'],
])('rejects the contest settings %j', (variables, name) => {
  expect(getErrors(variables as Record<string, string>).errors.map((error) => error.name)).toEqual([name]);
});

describe('one process of several', () => {
  test('needs what all of them share', () => {
    const { errors, message } = getErrors({ ROLE: 'api', DEMO: 'on' });
    expect(errors.map(({ name }) => name)).toEqual(['DATABASE_URL', 'REDIS_URL', 'SECRET', 'BROKER_API_URL']);
    expect(message).toContain('REDIS_URL is missing: redis://user:password@host:port or rediss://…');
    expect(message).toContain('needed with ROLE=api');
  });
});
