import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { roundPrice } from '#domain/market/price.ts';
import { hourMs, secondMs } from '#domain/time.ts';
import { enter } from '#engine/signal/enter.ts';
import type { EnteringSignal } from '#engine/signal/open-signal.ts';
import { settle } from '#engine/settlement/settle.ts';
import { noCrash } from '#server/crash-points.ts';
import { outcomes, signals } from '#server/database/schema.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createEnterLate } from '#server/modules/signals/enter-late.ts';
import { createEnterSignal } from '#server/modules/signals/enter-signal.ts';
import { createEntries } from '#server/modules/signals/entries.ts';
import { createSettlementLoop } from '#server/modules/signals/settlement-loop.ts';
import { createSettler } from '#server/modules/signals/settle-due.ts';
import { createTickLog } from '#server/modules/signals/tick-log.ts';
import { createWatchedPairs } from '#server/modules/signals/watched-pairs.ts';
import { aLiveSignal, aUser } from '#tests/support/a-signal.ts';
import { chanceOf } from '#tests/support/chance.ts';
import { type LiveFeedSetup, liveFeeds } from '#tests/support/live-feeds.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

/** A quarter of an hour in a test run; PLAYED_HOURS=168 plays a week. */
const playedMs = Number(process.env['PLAYED_HOURS'] ?? 0.25) * hourMs;
const feed = 'live';
const symbol = 'EURUSD';
const digits = 5;

let database: TestDatabase;
let setup: LiveFeedSetup;
afterEach(async () => {
  await setup.tearDown();
  await database.close();
});

/** The leading process from the feed's handlers to the outcome, on the feed's virtual time. */
function aLeader({ virtual, recorder }: LiveFeedSetup) {
  const { db } = database;
  const { clock, scheduler } = virtual;
  const enqueueUserEvents = createEnqueueUserEvents({ publish: () => undefined });
  const enterSignal = createEnterSignal({ db, enqueueUserEvents, crashPoint: noCrash });
  const tickLog = createTickLog({ db, feed });
  const recentTicks = (pair: string, since: number) =>
    recorder.ticks.filter((tick) => tick.symbol === pair && tick.time >= since);
  const pairs = createWatchedPairs({ recentTicks, tickLog });
  const entries = createEntries({ enterSignal, pairs, feed, log: silentLog });
  const last = () => recorder.ticks.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
  const loop = createSettlementLoop({
    settler: createSettler({ db, feeds: { only: feed }, enqueueUserEvents, clock, crashPoint: noCrash }),
    enterLate: createEnterLate({ db, feeds: { only: feed }, enterSignal }),
    tickLog,
    clock,
    feedTime: last,
    isSilent: () => clock.now() - last() >= 5 * secondMs,
    timeoutMs: 5 * secondMs,
    isLeading: () => true,
    after: scheduler.after,
    log: silentLog,
  });
  return {
    handlers: {
      ...recorder,
      onTick: (tick: Parameters<typeof recorder.onTick>[0]): void => {
        pairs.onTick(tick);
        entries.onTick(tick);
        recorder.onTick(tick);
      },
    },
    tickLog,
    poll: async (): Promise<void> => {
      await entries.idle();
      await loop.poll();
    },
    issue: async (userId: string): Promise<EnteringSignal> => {
      const issuedAt = clock.now();
      const signal = { id: randomUUID(), symbol, direction: 'BUY', duration: 2, issuedAt } as const;
      const entering = { status: 'entering', openPrice: null, openedAt: null, expiresAt: null } as const;
      await aLiveSignal(database.db, { ...signal, ...entering, userId, feed, issuedAt: new Date(issuedAt) });
      entries.add(signal);
      return signal;
    },
  };
}

/** What anybody computes from the delivered ticks: the result of a signal with its two prices. */
function recompute(issued: EnteringSignal, { recorder }: LiveFeedSetup) {
  const ticks = recorder.ticks.filter((tick) => tick.symbol === symbol);
  const first = ticks.find(({ time }) => time >= issued.issuedAt);
  const entered = first ? enter(issued, first, digits) : 'missed';
  if (typeof entered === 'string')
    return { result: 'void', reason: 'no_entry_tick', openPrice: null, closePrice: null };
  const settlement = settle(entered, ticks.findLast(({ time }) => time <= entered.expiresAt) ?? null, digits);
  return settlement.result === 'void'
    ? { result: 'void', reason: settlement.voidReason, openPrice: entered.openPrice, closePrice: null }
    : { result: settlement.result, reason: null, openPrice: entered.openPrice, closePrice: settlement.closePrice };
}

/** The server ends the connection, once or again before a tick, which takes longer. */
async function interrupt(feedSetup: LiveFeedSetup, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    const before = feedSetup.recorder.states.length;
    feedSetup.closeAll();
    await feedSetup.recorder.until(() => feedSetup.recorder.states.slice(before).some(({ connected }) => !connected));
    feedSetup.virtual.advance(i === 0 ? 2_000 : 3_100);
    await feedSetup.subscribed();
  }
}

describe.each(liveFeeds)('F13: %s is lost at random while signals run', (kind, setUp) => {
  test('every signal is settled or void as anybody recomputes it, and no late tick changes one', async () => {
    database = await createTestDatabase();
    setup = await setUp();
    const { virtual, market } = setup;
    const leader = aLeader(setup);
    const chance = chanceOf(kind.length);
    const issued: EnteringSignal[] = [];
    const userIds = await Promise.all(Array.from({ length: 12 }, () => aUser(database.db)));
    await market.start(leader.handlers);
    await setup.subscribed();
    let mid = 1.1;
    const began = virtual.clock.now();
    for (let second = 0; virtual.clock.now() - began < playedMs; second += 1) {
      mid = roundPrice(mid + (chance() - 0.5) * 0.0002, digits);
      await setup.tick(symbol, mid);
      if (second % 13 === 0) issued.push(await leader.issue(userIds[issued.length % userIds.length] ?? ''));
      virtual.advance(secondMs);
      if (chance() < 0.02) await interrupt(setup, chance() < 0.4 ? 2 : 1);
      if (second % 5 === 0) await leader.poll();
    }
    virtual.advance(130 * secondMs);
    await leader.poll();

    const settledNow = async () => new Map((await database.db.select().from(signals)).map((row) => [row.id, row]));
    const before = await settledNow();
    const results = issued.map(({ id }) => {
      const { result, voidReason: reason, openPrice, closePrice } = before.get(id) ?? {};
      return { result, reason, openPrice, closePrice };
    });
    expect(results).toEqual(issued.map((signal) => recompute(signal, setup)));
    expect(new Set(results.map(({ result }) => result)).size).toBeGreaterThan(2);

    for (const { expiresAt } of before.values())
      if (expiresAt) leader.tickLog.add({ symbol, time: expiresAt.getTime(), receivedAt: 0, bid: 9, ask: 9 });
    await leader.poll();
    expect(await settledNow()).toEqual(before);
    expect(await database.db.select().from(outcomes)).toHaveLength(issued.length);
  });
});
