import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/database/connection.ts';
import { userEvents } from '#server/database/schema.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createEnqueueUserEvents } from './enqueue-user-events.ts';

const now = Date.parse('2026-03-03T15:00:00.000Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('dates events and what listeners write of them by the wall clock', async () => {
  const userId = await aUser(database.db);
  const heard: Date[] = [];
  const listener = async (_work: unknown, _events: unknown, at: Date) => void heard.push(at);
  const enqueue = createEnqueueUserEvents(createInProcessBus(), { now: () => now }, [listener]);
  const data = { balance: 12, isBalanceValid: true, checkedAt: null };
  await inTransaction(database.db, (work) => enqueue(work, [{ userId, name: 'balance', data }]));
  const stored = await database.db.select({ at: userEvents.at }).from(userEvents);
  expect([heard, stored]).toEqual([[new Date(now)], [{ at: new Date(now) }]]);
});
