import { expect, test } from 'vitest';
import type { OpenSession } from '#server/modules/accounts/accounts.api.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { siteRoutes } from './create-site-module.ts';

const settings = {
  theme: 'basic',
  decorations: false,
  devtoolsBlocking: true,
  hasContest: false,
  hasMailbox: false,
  hasErrorReports: true,
  vipFreeUntil: null,
  payout: 0.82,
  demoAccount: null,
} as const;
const reports = { dsn: 'https://key@errors.example/1', release: 'kurs@1' };
const browser = { 'user-agent': 'Mozilla/5.0 Chrome/156.0.0.0', 'accept-language': 'uk' };

const createApp = (needs: Partial<Parameters<typeof siteRoutes>[0]> = {}) =>
  createTestApp({
    routes: [
      siteRoutes({
        getSettings: () => settings,
        reports,
        whoActs: async () => null,
        isInternal: () => false,
        ...needs,
      }),
    ],
  });

test('GET /api/site is public and cacheable for five minutes', async () => {
  const app = await createApp();
  const answer = await app.inject('/api/site');
  expect([answer.statusCode, answer.json()]).toEqual([200, settings]);
  expect(answer.headers['cache-control']).toBe('public, max-age=300');
});

const signedIn = async () =>
  ({ sessionId: 's', expiresAt: new Date(), user: { email: 'tester@kurs.example' } }) as OpenSession;

test.each([
  ['a visitor', {}, browser, reports],
  ['a crawler', {}, { ...browser, 'user-agent': 'Googlebot/2.1' }, null],
  ['a signed-in user', { whoActs: signedIn }, browser, reports],
  ['an internal account', { whoActs: signedIn, isInternal: () => true }, browser, null],
  ['anybody, without a DSN', { reports: null }, browser, null],
])('the browser of %s is told where to report errors, or nowhere', async (_who, needs, headers, expected) => {
  const app = await createApp(needs);
  const answer = await app.inject({ url: '/api/site/error-reports', headers });
  expect(answer.json()).toEqual({ reports: expected });
  expect(answer.headers['cache-control']).toBe('no-store');
});
