import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#server/database/connection.ts';
import { userEvents } from '#server/database/schema.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { aStreamContext } from '#tests/support/test-streams.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { enqueueUserEvents } from './enqueue-user-events.ts';
import { catchUpFromOutbox, type OutboxCatchUp } from './catch-up.ts';
import { createEventHub, type EventHub, type OutboxEvent } from './event-hub.ts';
import { readOutbox } from './user-events.repository.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);
let [mine, another] = ['', ''];
beforeAll(async () => {
  [mine, another] = [await aUser(database.db), await aUser(database.db)];
});

const time = createVirtualTime(0);
let isUp: boolean;
let isBehind: boolean;
let positions: Map<string, number>;
let delivered: OutboxEvent[];
let ended: string[];
let catchUp: OutboxCatchUp;

beforeEach(async () => {
  isUp = true;
  isBehind = false;
  [delivered, ended] = [[], []];
  const [read] = await readOutbox(database.db, [{ userId: mine, after: null }]);
  positions = new Map([[mine, read?.newestId ?? 0]]);
  const deliverRead = (event: OutboxEvent): void => {
    delivered.push(event);
    positions.set(event.userId, event.id);
  };
  const sessionIds = () => new Set(['open', 'revoked elsewhere']);
  const platform = testPlatform(database, { time, bus: { ...createInProcessBus(), isUp: () => isUp } });
  const hub: EventHub = {
    ...createEventHub(platform, 1_000),
    positions: () => positions,
    isBehind: () => isBehind,
    catchUp: deliverRead,
    sessionIds,
    endSession: (id) => void ended.push(id),
  };
  const ctx = aStreamContext(platform, hub, () => '');
  const listEndedSessions = async (ids: readonly string[]) => ids.filter((id) => id !== 'open');
  catchUp = catchUpFromOutbox({ ...ctx, accounts: { ...ctx.accounts, listEndedSessions } });
  catchUp.start();
});
afterEach(() => catchUp.stop());

/** Written by another process. */
const enqueue = (userId: string, balances: number | number[], bus = createInProcessBus()) =>
  inTransaction(database.db, (work) => {
    const events = [balances].flat().map((balance) => {
      return { userId, name: 'balance', data: { balance, isBalanceValid: true, checkedAt: null } } as const;
    });
    return enqueueUserEvents({ bus, clock: { now: () => 0 } }, work, events);
  });

/** Runs the next reading to its end. */
async function oneSecond(): Promise<void> {
  time.advance(1_000);
  while (time.waiting() === 0) await new Promise((resolve) => setImmediate(resolve));
}

it('reads every ten seconds while the bus is up, for messages that were never sent', async () => {
  await enqueue(mine, 1);
  for (let second = 1; second < 10; second++) await oneSecond();
  expect([delivered, ended]).toEqual([[], []]);
  await oneSecond();
  expect(delivered).toMatchObject([{ userId: mine, data: { balance: 1 } }]);
});

it('delivers what other processes enqueue for the users of its streams while the bus is away, each once', async () => {
  isUp = false;
  for (const balance of [1, 2]) await enqueue(mine, balance);
  await enqueue(another, 3);
  await oneSecond();
  await oneSecond();
  expect(delivered).toMatchObject([
    { userId: mine, name: 'balance', data: { balance: 1 } },
    { userId: mine, name: 'balance', data: { balance: 2 } },
  ]);
  expect(delivered[0]?.id).toBeLessThan(delivered[1]?.id ?? 0);
});

it('reads each second while a stream lacks an event from before one that it was offered', async () => {
  await enqueue(mine, 1);
  isBehind = true;
  await oneSecond();
  expect(delivered).toMatchObject([{ userId: mine, data: { balance: 1 } }]);
});

it('ends the streams of login sessions that were ended elsewhere', async () => {
  isUp = false;
  await oneSecond();
  expect(ended).toEqual(['revoked elsewhere']);
});

it('reads of several streams at once what each has missed, the newest id, and nothing for one that resumes nothing', async () => {
  const third = await aUser(database.db);
  const [before] = await readOutbox(database.db, [{ userId: mine, after: null }]);
  for (const balance of [1, 2]) await enqueue(mine, balance);
  const answers = await readOutbox(database.db, [
    { userId: mine, after: before?.newestId ?? 0 },
    { userId: third, after: 0 },
    { userId: mine, after: null },
  ]);
  const newestId = answers[0]?.missed[1]?.id;
  expect(answers).toMatchObject([
    { newestId, missed: [{ name: 'balance', data: { balance: 1 } }, { data: { balance: 2 } }] },
    { newestId: 0, missed: [] },
    { newestId, missed: [] },
  ]);
  expect(answers[2]?.missed).toEqual([]);
});

it('dates events by the wall clock', async () => {
  await enqueue(another, 12);
  const stored = await database.db.select({ at: userEvents.at }).from(userEvents).where(eq(userEvents.userId, another));
  expect(stored.at(-1)).toEqual({ at: new Date(0) });
});
