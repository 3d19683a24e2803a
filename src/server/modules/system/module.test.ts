import { createFakeJobs } from '#tests/support/fake-jobs.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { hourMs, minuteMs, secondMs } from '#domain/time.ts';
import type { AlertChannel } from '#domain/signals/alert-rule.ts';
import { deliveries } from '#server/database/tables/delivery-tables.ts';
import { readBacklog } from '#server/deliveries/outbox.ts';
import { getBacklog } from '#server/start/server-module.ts';
import { readUnsettled } from '#server/modules/signals/statistics/signal-statistics.repository.ts';
import { aLiveSignal, aUser } from '#tests/support/a-signal.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { readConsumers } from './module.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
const ago = (ms: number): Date => new Date(now - ms);
const database = sharedByTests(createTestDatabase);
let userId: string;

beforeAll(async () => {
  userId = await aUser(database.db);
});

it('mail, push and telegram: their own deliveries that are due, not those that wait for a later attempt', async () => {
  const { db } = database;
  const common = { userId, kind: 'reset', recipient: 'a', lang: 'uk', dropAt: ago(0), queuedAt: ago(hourMs) } as const;
  const queued = (dueAgo: number) =>
    ({ ...common, id: randomUUID(), status: 'queued', nextAttemptAt: ago(dueAgo) }) as const;
  await db.insert(deliveries).values([
    { ...queued(2 * minuteMs), channel: 'mail' },
    { ...queued(-hourMs), channel: 'mail', attempts: 3 },
    { ...queued(9 * minuteMs), channel: 'mail', status: 'sent', nextAttemptAt: null },
    { ...queued(3 * secondMs), channel: 'push' },
    { ...queued(minuteMs), channel: 'telegram', status: 'given_up', nextAttemptAt: null },
  ]);
  const read = async (channel: AlertChannel) => getBacklog(await readBacklog(db, channel, now), now);
  expect(await read('mail')).toEqual({ waiting: 1, lagMs: 120_000 });
  expect(await read('push')).toEqual({ waiting: 1, lagMs: 3_000 });
  expect(await read('telegram')).toEqual({ waiting: 0, lagMs: 0 });
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
