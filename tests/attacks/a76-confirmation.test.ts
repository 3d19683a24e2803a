import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessions } from '#server/database/schema.ts';
import { createCampaignsModule } from '#server/modules/campaigns/create-campaigns-module.ts';
import { createTestAdmin, type TestAdmin } from '#tests/support/test-admin.ts';
import { createTestContest, type TestContest } from '#tests/support/test-contest.ts';
import { createTestPeople, type TestPeople, type TestPerson } from '#tests/support/test-people.ts';

let product: TestAdmin;
let contest: TestContest;
let campaigns: TestPeople;
let contestAdmin: TestPerson;
let campaignsAdmin: TestPerson;

beforeAll(async () => {
  product = await createTestAdmin();
  contest = await createTestContest();
  contestAdmin = await contest.admin();
  campaigns = await createTestPeople(
    Date.parse('2026-03-02T09:00:00.000Z'),
    (common) => createCampaignsModule({ ...common, platform: common, config }).routes,
  );
  campaignsAdmin = await campaigns.admin();
});
afterAll(() => Promise.all([product.close(), contest.close(), campaigns.close()]));

const config = { revenue: { share: 0.02, period: 'year' as const }, internalEmails: [] };

/** As long after signing in as a confirmation is valid. */
async function letTenMinutesPass(): Promise<void> {
  for (const { database } of [product, contest, campaigns]) {
    const [session] = await database.db.select().from(sessions);
    const createdAt = new Date((session?.createdAt.getTime() ?? 0) - 10 * 60_000);
    await database.db.update(sessions).set({ createdAt });
  }
}

it('A76: what administrators do to others needs a confirmation of the last ten minutes', async () => {
  const victim = await product.person();
  const signal = await victim.signal();
  const reason = 'Twenty characters of a reason';
  const csv = { accept: 'text/csv' };
  const calls = {
    role: () => product.admin.patch(`/api/admin/users/${victim.id}`, { role: 'admin' }),
    block: () => product.admin.patch(`/api/admin/users/${victim.id}`, { blocked: true, reason }),
    sessions: () => product.admin.delete(`/api/admin/users/${victim.id}/sessions`),
    void: () => product.admin.delete(`/api/signal/user/admin/deleteSignal/${signal.id}`, { reason }),
    signals: () => product.admin.get(`/api/signal/user/${victim.id}`),
    draw: () => contestAdmin.post('/api/admin/contest/draw'),
    prize: () => contestAdmin.patch(`/api/admin/contest/winners/${victim.id}`, { status: 'confirmed' }),
    campaigns: () => campaignsAdmin.get('/api/admin/campaigns?from=2026-01-01&to=2026-01-31', csv),
  };
  const answers = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(calls).map(async ([name, call]) => {
          const answer = await call();
          return [name, answer.statusCode < 300 ? answer.statusCode : answer.json().code];
        }),
      ),
    );
  await letTenMinutesPass();
  const refused = await answers();
  expect(new Set(Object.values(refused))).toEqual(new Set(['confirmation_required']));
  expect((await product.admin.get('/api/admin/users')).statusCode).toBe(200);
  expect((await campaignsAdmin.get('/api/admin/campaigns?from=2026-01-01&to=2026-01-31')).statusCode).toBe(200);

  for (const { database } of [product, contest, campaigns])
    await database.db.update(sessions).set({ confirmedAt: sql`${sessions.createdAt} + interval '10 minutes'` });
  expect(Object.values(await answers())).not.toContain('confirmation_required');
});
