import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/database/connection.ts';
import { upsertTraderDay } from '#server/modules/traders/traders.repository.ts';
import { adminEmail, createTestTraders, internalEmail, type Person } from '#tests/support/test-traders.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestTraders);
let admin: Person;
const path = '/api/admin/campaigns';

beforeAll(async () => {
  admin = await test.person({ email: adminEmail, createdAt: new Date('2025-01-01') });
  const in2026 = (day: string) => ({ createdAt: new Date(`2026-${day}T12:00:00Z`) });
  const trader = async (referralId: string, campaign: string | null, more = {}) =>
    (await test.person({ referralId, campaign, ...in2026('02-01'), ...more })).id;

  const early = await trader('1', 'telegram', { createdAt: new Date('2025-06-01') });
  const late = await trader('2', 'telegram');
  const quiet = await trader('3', 'blog');
  const tester = await trader('4', 'telegram', { email: internalEmail.toUpperCase() });
  await test.person({ campaign: 'telegram', isActivated: false, ...in2026('01-05') });
  await test.person({ campaign: null, ...in2026('01-06') });

  const traderDay = (
    userId: string,
    traderId: string,
    day: string,
    netTurnover: number,
    commission: number | null,
  ) => ({
    userId,
    traderId,
    day,
    netTurnover,
    commission,
    registeredAt: traderId === '2' ? new Date('2026-01-20') : new Date('2025-06-01'),
  });
  const days = [
    // Before the period: only what was added after the last day of 2025 counts in 2026.
    traderDay(early, '1', '2025-12-31', 1_000, 20),
    traderDay(early, '1', '2026-01-15', 1_300, 26),
    // A day without a reported commission costs nothing and doubles nothing.
    traderDay(early, '1', '2026-02-01', 1_400, null),
    traderDay(early, '1', '2026-02-10', 1_500.5, 30.01),
    // Opened about when the user registered, so all of it counts.
    traderDay(late, '2', '2026-02-02', 200, null),
    traderDay(late, '2', '2026-02-03', 260, 5),
    // Opened long before that, so what was earned before the first report does not count.
    traderDay(quiet, '3', '2026-02-01', 9_000, 180),
    traderDay(quiet, '3', '2026-02-02', 9_000, 180),
    traderDay(tester, '4', '2026-01-10', 0, 0),
    traderDay(tester, '4', '2026-02-10', 70_000, 1_400),
  ];
  await inTransaction(test.database.db, async ({ tx }) => {
    for (const day of days) await upsertTraderDay(tx, day);
  });
});

describe('GET /api/admin/campaigns', () => {
  it('reports what each campaign brought in the period, without internal accounts', async () => {
    const report = (await admin.get(`${path}?from=2026-01-01&to=2026-12-31`)).json();
    expect(report).toMatchObject({
      from: '2026-01-01',
      to: '2026-12-31',
      share: 0.02,
      period: 'year',
      toldAt: '2026-02-10',
    });
    expect(report.campaigns).toEqual([
      {
        campaign: 'telegram',
        registered: 2,
        activated: 1,
        withBrokerId: 1,
        activeTraders: 2,
        turnover: 760.5,
        expectedShare: 15.21,
        commission: 15.01,
      },
      {
        campaign: null,
        registered: 1,
        activated: 1,
        withBrokerId: 0,
        activeTraders: 0,
        turnover: 0,
        expectedShare: 0,
        commission: 0,
      },
      {
        campaign: 'blog',
        registered: 1,
        activated: 1,
        withBrokerId: 1,
        activeTraders: 0,
        turnover: 0,
        expectedShare: 0,
        commission: 0,
      },
    ]);
    expect(report.total).toEqual({
      registered: 4,
      activated: 3,
      withBrokerId: 2,
      activeTraders: 2,
      turnover: 760.5,
      expectedShare: 15.21,
      commission: 15.01,
    });
    expect(report.months).toEqual([
      { month: '2026-01', turnover: 300, commission: 6 },
      { month: '2026-02', turnover: 460.5, commission: 9.01 },
    ]);
  });

  it('returns a CSV file on request, in which no campaign is a formula', async () => {
    await test.person({ campaign: '=1+1,"x"', createdAt: new Date('2024-05-05') });
    const answer = await admin.get(`${path}?from=2024-01-01&to=2024-12-31`, { accept: 'text/csv' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="campaigns-2024-01-01-2024-12-31.csv"',
    });
    expect(answer.body.split('\r\n')).toEqual([
      'campaign,registered,activated,withBrokerId,activeTraders,turnover,expectedShare,commission',
      `"'=1+1,""x""",1,1,0,0,0,0,0`,
      '',
    ]);
  });

  it.each([
    ['an invalid day', 'from=2026-02-30'],
    ['an end before the start', 'from=2026-02-02&to=2026-02-01'],
  ])('rejects %s', async (_title, query) => {
    const answer = await admin.get(`${path}?${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
  });
});
