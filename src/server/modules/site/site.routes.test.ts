import { expect, test } from 'vitest';
import { createTestApp } from '#tests/support/test-app.ts';
import { siteRoutes } from './site.routes.ts';

test('GET /api/site is public and cacheable for five minutes', async () => {
  const settings = {
    theme: 'basic',
    devtoolsBlocking: true,
    hasContest: false,
    vipFreeUntil: null,
    payout: 0.82,
    demoAccount: null,
  } as const;
  const app = await createTestApp({ routes: [siteRoutes(settings)] });
  const answer = await app.inject('/api/site');
  expect([answer.statusCode, answer.json()]).toEqual([200, settings]);
  expect(answer.headers['cache-control']).toBe('public, max-age=300');
  await app.close();
});
