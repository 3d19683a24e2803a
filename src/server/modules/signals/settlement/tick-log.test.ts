import { afterEach, beforeEach, expect, test } from 'vitest';
import { asc, sql } from 'drizzle-orm';
import type { Tick } from '#engine/tick/tick.ts';
import { ticks } from '#server/database/schema.ts';
import { untilACallWaits } from '#tests/support/database/until-a-call-waits.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createTickLog } from './tick-log.ts';

const start = Date.parse('2026-03-02T12:00:00.000Z');
const feed = 'simulated';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const tickAt = (ms: number, symbol = 'EURUSD'): Tick => ({
  symbol,
  time: start + ms,
  receivedAt: start + ms,
  bid: 1.1,
  ask: 1.1001,
});

const listLogged = async (symbol = 'EURUSD'): Promise<number[]> =>
  (await database.db.select().from(ticks).orderBy(asc(ticks.time)))
    .filter((tick) => tick.symbol === symbol)
    .map(({ time }) => time.getTime() - start);

async function aLeader() {
  const log = createTickLog(database.db, feed, nothingRecorded);
  await log.begin();
  return log;
}

test('a leader that saw a tick which the one before it missed does not log it afterwards', async () => {
  const first = await aLeader();
  first.add(tickAt(0));
  first.add(tickAt(5_000));
  await first.flush();

  const next = await aLeader();
  expect([4_000, 5_000, 6_000].map((ms) => next.isNew(tickAt(ms)))).toEqual([false, false, true]);
  for (const ms of [4_000, 5_000, 6_000]) next.add(tickAt(ms));
  next.add(tickAt(1_000, 'USDJPY'));
  await next.flush();

  expect(await listLogged()).toEqual([0, 5_000, 6_000]);
  expect(await listLogged('USDJPY')).toEqual([1_000]);
});

test('what a leader could not write before it lost the lead is gone once it leads again', async () => {
  const log = await aLeader();
  log.add(tickAt(0));
  await log.begin();
  await log.flush();
  expect(await listLogged()).toEqual([]);
});

test('what comes while the write of an earlier lead ends is logged', async () => {
  const log = await aLeader();
  log.add(tickAt(0));
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const lock = database.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ticks in exclusive mode`);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const flushed = log.flush();
  await untilACallWaits(database);
  const begun = log.begin();
  log.add(tickAt(5_000));
  released.resolve();
  await Promise.all([lock, flushed, begun]);
  await log.flush();
  expect(await listLogged()).toEqual([0, 5_000]);
});
