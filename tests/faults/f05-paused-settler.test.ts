import { afterEach, beforeEach, expect, test } from 'vitest';
import { fencedDatabase, TermEndedError } from '#server/database/connection.ts';
import { leaderTerms } from '#server/database/tables/leader-tables.ts';
import { outcomes, signals, userEvents } from '#server/database/schema.ts';
import { ownMarket, settleDue, voidOpen } from '#server/modules/signals/settlement/settlement.ts';
import { aLiveSignal, aTick, expiresAt } from '#tests/support/a-signal.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const feed = 'simulated:1';

/** Begins the next term; its settler writes as the process that leads in it. */
async function nextLeader() {
  const { db } = database;
  const row = { host: 'host', pid: 1, backendPid: 1, address: '', feed, startedAt: new Date(0) };
  const [{ term } = expect.unreachable()] = await db.insert(leaderTerms).values(row).returning();
  const leaderDb = fencedDatabase(db, { term: () => term });
  const ctx = aSignalsContext(testPlatform(database, { leaderDb, clock: { now: () => expiresAt + 60_000 } }));
  const market = ownMarket(ctx);
  return {
    settleDue: (expiredBy: number) => settleDue(ctx, market, expiredBy),
    voidOpen: () => voidOpen(ctx, market),
  };
}

const written = async () => ({
  signals: (await database.db.select().from(signals)).map(({ status, result }) => [status, result]),
  outcomes: (await database.db.select().from(outcomes)).length,
  events: (await database.db.select().from(userEvents)).length,
});

test('F5: a settler that was paused while another one took over writes nothing when it wakes', async () => {
  const paused = await nextLeader();
  await aLiveSignal(database.db);
  await aTick(database.db, expiresAt - 100, 1.1001);
  const other = await nextLeader();
  await expect(paused.settleDue(expiresAt)).rejects.toThrow(TermEndedError);
  expect(await written()).toEqual({ signals: [['live', null]], outcomes: 0, events: 0 });

  expect(await other.settleDue(expiresAt)).toBe(1);
  const settled = await written();
  expect(settled).toEqual({ signals: [['settled', 'successful']], outcomes: 1, events: 1 });
  await expect(paused.voidOpen()).rejects.toThrow(TermEndedError);
  expect(await written()).toEqual(settled);
});
