import { beforeAll, expect, test } from 'vitest';
import { createLogger } from '#server/http/logger.ts';
import { createSentryReports, type ErrorReports } from '#server/integrations/error-reports/error-reports.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { startFakeSentry } from '#tests/support/network/fake-sentry.ts';
import { startProduct } from '#tests/support/product.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const now = Date.UTC(2026, 10, 23, 12);
const browser = { 'user-agent': 'Mozilla/5.0 Chrome/156.0.0.0', 'accept-language': 'uk' };

const sentry = sharedByTests(startFakeSentry);
let reports: ErrorReports;
beforeAll(async () => {
  reports = createSentryReports({
    dsn: sentry.dsn,
    release: 'kurs@1.2.3',
    role: 'all',
    instance: 'host:3000',
    clock: { now: () => now },
  });
});

const quiet = { write: () => undefined };

/** Requests a route that fails; the header `x-user` is the address of the signed-in user. */
async function failWith(message: string, headers: Record<string, string>): Promise<void> {
  const app = await createTestApp({
    logger: createLogger('warn', quiet, reports.report),
    accounts: { identify: async () => null, isInternal: (email) => email === 'tester@kurs.example' },
    routes: [
      async (routes) => {
        routes.get('/api/fails', async (request) => {
          const email = request.headers['x-user'];
          if (email) request.user = { email } as User;
          throw new Error(message);
        });
      },
    ],
  });
  await app.inject({ url: '/api/fails?token=a-secret', headers });
  await reports.flush();
}

const toValues = (): unknown[] =>
  sentry.events.map(({ exception }) => (exception as { values: { value: string }[] }).values[0]?.value);

test('an error of a visitor and of a user is reported, of an internal account and a crawler never', async () => {
  await failWith('met by a visitor', browser);
  await failWith('met by a user', { ...browser, 'x-user': 'olena@mail.example' });
  await failWith('met by a tester', { ...browser, 'x-user': 'tester@kurs.example' });
  await failWith('met by a crawler', { ...browser, 'user-agent': 'Googlebot/2.1' });
  expect(toValues()).toEqual(['met by a visitor', 'met by a user']);
});

test('a report names its release, process and place, and no person', async () => {
  await failWith('of olena@mail.example, token eyJhbGciOiJIUzI1NiJ9.abc, trader 7000123', {
    ...browser,
    'x-user': 'olena@mail.example',
    authorization: 'Bearer a-token',
  });
  const event = sentry.events.at(-1);
  expect(event).toMatchObject({ release: 'kurs@1.2.3', tags: { role: 'all', what: 'request failed' } });
  expect(JSON.stringify(event?.exception)).toContain('error-reports.test.ts');
  expect(toValues().at(-1)).toBe('of [e-mail], token [token], trader [number]');
  const sent = sentry.bodies.join();
  for (const secret of ['olena', 'a-token', 'a-secret', '7000123', 'eyJ']) expect(sent).not.toContain(secret);
});

test('an error that a background task logs is reported, a warning is not', async () => {
  const before = sentry.events.length;
  const log = createLogger('warn', quiet, reports.report);
  log.error({ err: new TypeError('a task') }, 'settlement failed; retrying');
  log.warn({ err: new Error('expected') }, 'the broker is away');
  await reports.flush();
  expect(sentry.events).toHaveLength(before + 1);
  expect(sentry.events.at(-1)).toMatchObject({ tags: { what: 'settlement failed; retrying' } });
});

test('a started product reports a route that fails before it ends', async () => {
  const database = await createTestDatabase();
  const product = await startProduct({
    DATABASE_URL: database.url,
    DEMO: 'on',
    SECRET: 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be',
    SENTRY_DSN: sentry.dsn,
  });
  const before = sentry.events.length;
  try {
    await database.pool.query('drop table reviews');
    expect((await fetch(`${product.url}/api/reviews?of=olena@mail.example`, { headers: browser })).status).toBe(500);
  } finally {
    await product.stop();
    await database.close();
  }
  const [event] = sentry.events.slice(before);
  expect(event).toMatchObject({ tags: { role: 'all', what: 'request failed' } });
  expect(JSON.stringify(event)).toContain('reviews');
  expect(JSON.stringify(event)).not.toContain('olena');
});
