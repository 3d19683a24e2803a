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

it('dates events by the wall clock', async () => {
  const userId = await aUser(database.db);
  const enqueue = createEnqueueUserEvents(createInProcessBus(), { now: () => now });
  const data = { balance: 12, isBalanceValid: true, checkedAt: null };
  await inTransaction(database.db, (work) => enqueue(work, [{ userId, name: 'balance', data }]));
  const stored = await database.db.select({ at: userEvents.at }).from(userEvents);
  expect(stored).toEqual([{ at: new Date(now) }]);
});
