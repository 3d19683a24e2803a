import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decidableUntil } from '#server/live/live-engine.ts';
import { outcomes, signals } from '#server/database/schema.ts';
import { ownMarket, settleOnce } from '#server/modules/signals/settlement/settlement.ts';
import { minuteMs } from '#domain/time.ts';
import { aLiveSignal, aTick, expiresAt } from '#tests/support/a-signal.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { testPlatform } from '#tests/support/test-platform.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** The leader's settlement with a clock and a feed that the test sets. */
function aLoop() {
  const state = { now: expiresAt - minuteMs, feedTime: expiresAt - minuteMs, isSilent: false };
  const clock = { now: () => state.now };
  const platform = testPlatform(database, { clock });
  const engine = { ...platform.engine, decidableUntil: () => decidableUntil({ ...state, speed: 1 }) };
  const ctx = aSignalsContext({ ...platform, engine });
  return { state, poll: () => settleOnce(ctx, ownMarket(ctx)) };
}

const settled = async () => (await database.db.select().from(outcomes)).map(({ result }) => result);

describe('F14: the wall clock jumps', () => {
  test('five minutes ahead: nothing expires before the feed has passed its expiry', async () => {
    await aLiveSignal(database.db);
    const { state, poll } = aLoop();
    state.now += 5 * minuteMs;
    await poll();
    expect(await settled()).toEqual([]);
    await aTick(database.db, expiresAt - 200, 1.1001);
    state.feedTime = expiresAt + 100;
    await poll();
    expect(await settled()).toEqual(['successful']);
  });

  test('five minutes back after the settlement: nothing is settled twice', async () => {
    await aLiveSignal(database.db);
    await aTick(database.db, expiresAt - 200, 1.1001);
    const { state, poll } = aLoop();
    [state.now, state.feedTime] = [expiresAt + 2_000, expiresAt + 1_000];
    await poll();
    state.now -= 5 * minuteMs;
    await poll();
    state.now += 10 * minuteMs;
    await poll();
    expect(await settled()).toEqual(['successful']);
  });

  test('five minutes back before the settlement: it waits for the clock, and settles by the same tick', async () => {
    await aLiveSignal(database.db);
    await aTick(database.db, expiresAt - 200, 1.1001);
    const { state, poll } = aLoop();
    [state.now, state.feedTime] = [expiresAt - 5 * minuteMs, expiresAt + 1_000];
    await poll();
    expect(await settled()).toEqual([]);
    state.now = expiresAt + 1_000;
    await poll();
    expect(await settled()).toEqual(['successful']);
  });

  test('with a silent feed the clock alone decides, and the signal is void with a reason', async () => {
    await aLiveSignal(database.db);
    const { state, poll } = aLoop();
    [state.now, state.isSilent] = [expiresAt + 4_999, true];
    await poll();
    expect(await settled()).toEqual([]);
    state.now = expiresAt + 5_000;
    await poll();
    expect(await settled()).toEqual(['void']);
    expect((await database.db.select().from(signals))[0]?.voidReason).toBe('no_closing_tick');
  });
});
