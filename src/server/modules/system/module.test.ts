import { createFakeJobs } from '#tests/support/fake-jobs.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { minuteMs, secondMs } from '#domain/time.ts';
import { alerts, alertSends } from '#server/database/tables/alert-tables.ts';
import { getBacklog } from '#server/start/server-module.ts';
import { mails } from '#server/database/schema.ts';
import { readWaitingSends } from '#server/modules/alerts/alerts.repository.ts';
import { readMailBacklog } from '#server/modules/mail/outbox.ts';
import { readUnsettled } from '#server/modules/signals/statistics/count-signals.ts';
import { aLiveSignal, aUser } from '#tests/support/a-signal.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { readConsumers } from './module.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
const ago = (ms: number): Date => new Date(now - ms);
let database: TestDatabase;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  userId = await aUser(database.db);
});
afterAll(() => database.close());

it('push and telegram: their own messages that wait, since the alert was made', async () => {
  const { db } = database;
  const id = randomUUID();
  const times = { at: ago(0), createdAt: ago(3 * secondMs), dropAt: ago(-17 * secondMs) };
  await db.insert(alerts).values({ id, userId, kind: 'alert', symbol: 'EURUSD', content: {}, ...times });
  const message = { alertId: id, userId, dropAt: times.dropAt };
  await db.insert(alertSends).values([
    { ...message, id: randomUUID(), channel: 'push', state: 'waiting' },
    { ...message, id: randomUUID(), channel: 'push', state: 'sent' },
    { ...message, id: randomUUID(), channel: 'telegram', state: 'dropped' },
  ]);
  expect(getBacklog(await readWaitingSends(db, 'push'), now)).toEqual({ waiting: 1, lagMs: 3_000 });
  expect(getBacklog(await readWaitingSends(db, 'telegram'), now)).toEqual({ waiting: 0, lagMs: 0 });
});

it('mail: what is queued, since it was queued', async () => {
  const mail = { userId, kind: 'reset' as const, recipient: 'a@kurs.example', lang: 'uk' as const };
  const { db } = database;
  await db.insert(mails).values([
    { ...mail, id: randomUUID(), status: 'queued', queuedAt: ago(2 * minuteMs) },
    { ...mail, id: randomUUID(), status: 'sent', queuedAt: ago(9 * minuteMs) },
  ]);
  expect(getBacklog(await readMailBacklog(db), now)).toEqual({ waiting: 1, lagMs: 120_000 });
});

it('settlement: live signals that have expired', async () => {
  const { db } = database;
  for (const expiresAt of [ago(1_500), ago(-1_500)]) await aLiveSignal(db, { expiresAt });
  await aLiveSignal(db, { expiresAt: ago(minuteMs), status: 'settled', result: 'neutral', closePrice: 1.1 });
  expect(getBacklog(await readUnsettled(db, now), now)).toEqual({ waiting: 1, lagMs: 1_500 });
});

it('jobs: all queues together, the oldest job that is due', async () => {
  const queue = { due: 0, later: 0, active: 0, failed: 0, lagMs: 0 };
  const backlog = async () => [
    { ...queue, queue: 'a', due: 2, lagMs: 400 },
    { ...queue, queue: 'b', due: 1, lagMs: 900.4 },
  ];
  const push = { name: 'push', readBacklog: async () => ({ waiting: 0, lagMs: 0 }) } as const;
  expect(await readConsumers({ ...createFakeJobs(Date), backlog }, [push])).toEqual([
    { name: 'jobs', waiting: 3, lagMs: 900 },
    { name: 'push', waiting: 0, lagMs: 0 },
  ]);
});
