import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Checkup } from '#contract/admin/checkup.ts';
import { AdminModels } from '#contract/admin/models.ts';
import { AdminOverview, SystemState } from '#contract/admin/system.ts';
import { signals } from '#server/database/schema.ts';
import { deliveries } from '#server/database/tables/delivery-tables.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { createTestAdmin } from '#tests/support/test-admin.ts';
import { internalEmail, startsAt } from '#tests/support/test-signals.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { toInstant } from '#contract/wire.ts';
import { dayMs, startOfMinute } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestAdmin);

const readSystem = async (): Promise<SystemState> =>
  SystemState.parse((await test.admin.get('/api/admin/system')).json());
const readOverview = async (): Promise<AdminOverview> =>
  AdminOverview.parse((await test.admin.get('/api/admin/overview')).json());

describe('the state of the system', () => {
  it('reports the components and their health', async () => {
    const state = await readSystem();
    expect(state).toMatchObject({
      now: '2026-03-03T15:00:00.000Z',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      processes: [{ isSelf: true, role: 'all', leader: null, boardAgeMs: 700, priceAgeMs: 400 }],
      checks: [
        { name: 'database', state: 'ok' },
        { name: 'broker', state: 'degraded' },
      ],
      feed: {
        kind: 'simulated',
        isConnected: true,
        isMarketOpen: true,
        delayMs: 400,
        pairs: 3,
        freshPairs: 1,
        accepted: 1_000,
        dropped: 5,
      },
      maintenance: null,
      broker: { kind: 'pocket', state: 'degraded' },
      record: { size: 0, checkpoint: null },
      signals: { open: 0, overdue: 0 },
    });
    expect(state.database.answerMs).toBeGreaterThan(0);
  });

  it('contains no address and no secret', async () => {
    expect(JSON.stringify(await readSystem())).not.toMatch(/secret|smtp:|wss:|postgres:|@/);
  });

  it('counts what is pending: mails, jobs, signals with an overdue result', async () => {
    const person = await test.person();
    const signal = await person.signal();
    await test.database.db.insert(deliveries).values(
      (['queued', 'sent', 'refused', 'given_up'] as const).map((status, n) => ({
        id: randomUUID(),
        userId: person.id,
        channel: 'mail' as const,
        kind: 'reset' as const,
        recipient: 'olena@kurs.example',
        lang: 'uk' as const,
        status,
        queuedAt: new Date(startsAt - n),
        nextAttemptAt: status === 'queued' ? new Date(startsAt) : null,
        dropAt: new Date(startsAt),
      })),
    );
    await test.jobs.send(null, 'mail', {});
    const opened = { openPrice: 1.1, openedAt: new Date(startsAt - 300_000) };
    await test.database.db.update(signals).set({ ...opened, status: 'live', expiresAt: new Date(startsAt - 61_000) });
    expect(await readSystem()).toMatchObject({
      mail: { isSending: true, waiting: 1, oldestWaitingAt: '2026-03-03T15:00:00.000Z', failed: 2 },
      consumers: [
        { name: 'jobs', waiting: 1, lagMs: 0 },
        { name: 'mail', waiting: 1, lagMs: 0 },
        { name: 'settlement', waiting: 1, lagMs: 61_000 },
      ],
      jobs: [{ due: 1 }],
      record: { size: 0 },
      signals: { open: 1, overdue: 1 },
    });
    await person.delete(`/api/signal/delete/${signal.id}`);
  });
});

describe('the overview', () => {
  it('counts users without internal accounts, and those with signal access', async () => {
    const before = (await readOverview()).users;
    await test.person({ email: internalEmail });
    await test.person({ createdAt: new Date('2026-03-02T21:59:59.999Z') });
    await test.person({ createdAt: new Date('2026-03-02T22:00:00.000Z'), balance: 9.99 });
    await aUser(test.database.db, { isBlocked: true });
    await test.person({ isSelfExcluded: true });
    expect((await readOverview()).users).toEqual({
      total: before.total + 4,
      // Kyiv is two hours ahead in March: its day begins at 22:00 UTC.
      today: before.today + 1,
      withAccess: before.withAccess + 1,
    });
  });

  it('counts the signals of the day by outcome, void ones by their reason', async () => {
    const before = (await readOverview()).signals;
    for (const result of ['successful', 'unsuccessful', 'neutral', 'void'] as const) {
      const person = await test.person();
      await test.finish(await person.signal(), result);
    }
    const undone = await (await test.person()).signal();
    const reason = 'The feed sent a wrong price.';
    await test.admin.delete(`/api/signal/user/admin/deleteSignal/${undone.id}`, { reason });
    expect((await readOverview()).signals).toEqual({
      // The overdue one from above is settled as well.
      open: 0,
      today: before.today + 5,
      successful: 1,
      neutral: 1,
      unsuccessful: 1,
      void: 3,
      voidReasons: [
        { reason: 'no_entry_tick', count: 1 },
        { reason: 'no_closing_tick', count: 1 },
        { reason: 'operator', count: 1 },
      ],
    });
    test.time.advance(dayMs);
    expect((await readOverview()).signals).toMatchObject({ today: 0, successful: 0, void: 0, voidReasons: [] });
  });
});

it('lists each model with its card’s promise and its real rate', async () => {
  for (const passability of [57, 51]) {
    test.market.passability = passability;
    await test.closeMinute();
  }
  const { items } = AdminModels.parse((await test.admin.get('/api/admin/models')).json());
  expect(items.map(({ key }) => key)).toEqual(aiModelKeys);
  expect(items.find(({ key }) => key === 'kurs_ai_v2')).toMatchObject({
    available: true,
    card: { signals: [{ duration: 5, stated: 0.56, real: 0.55 }] },
    lastForecastAt: toInstant(startOfMinute(test.time.clock.now())),
    forecastsPerMinute: 1,
    abstainedShare: 0.5,
  });
});

it('the checkup calls the partners for an administrator alone', async () => {
  const person = await test.person();
  expect((await person.post('/api/admin/checkup')).statusCode).toBe(403);
  const answer = await test.admin.post('/api/admin/checkup');
  const codes = Checkup.parse(answer.json()).findings.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['node_ok', 'feed_simulated', 'broker_ok', 'mail_absent']));
});
