import { expect, test } from 'vitest';
import type { AccountsApi, OpenSession } from '#server/modules/accounts/accounts.api.ts';
import { releaseName } from '#server/start/read-release.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { testAccounts } from '#tests/support/test-people.ts';
import { noDatabase, testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { siteModule } from './module.ts';

const dsn = 'https://key@errors.example/1';
const reports = { dsn, release: releaseName('kurs') };
const browser = { 'user-agent': 'Mozilla/5.0 Chrome/156.0.0.0', 'accept-language': 'uk' };

const createApp = (change: Partial<AccountsApi> = {}, sentryDsn: string | null = dsn) => {
  const config = testConfig({ sentryDsn, internalEmails: ['tester@kurs.example'] });
  const platform = testPlatform(noDatabase, { config });
  const accounts = { ...testAccounts(platform).accounts, ...change };
  return createTestApp({ routes: siteModule({ ...platform, accounts }).routes });
};

test('GET /api/site is public and cacheable for five minutes', async () => {
  const app = await createApp();
  const answer = await app.inject('/api/site');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ theme: 'halloween', decorations: false, payout: 0.82 });
  expect(answer.headers['cache-control']).toBe('public, max-age=300');
});

const signedIn = (email: string) => ({ whoActs: async () => ({ user: { email } }) as OpenSession });

test.each([
  ['a visitor', {}, browser, dsn, reports],
  ['a crawler', {}, { ...browser, 'user-agent': 'Googlebot/2.1' }, dsn, null],
  ['a signed-in user', signedIn('trader@kurs.example'), browser, dsn, reports],
  ['an internal account', signedIn('tester@kurs.example'), browser, dsn, null],
  ['anybody, without a DSN', {}, browser, null, null],
])('the browser of %s gets the address for error reports, or none', async (_who, change, headers, to, expected) => {
  const app = await createApp(change, to);
  const answer = await app.inject({ url: '/api/site/error-reports', headers });
  expect(answer.json()).toEqual({ reports: expected });
  expect(answer.headers['cache-control']).toBe('no-store');
});
