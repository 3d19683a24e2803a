import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { decidableUntil } from '#server/live/live-engine.ts';
import { roundPrice } from '#domain/market/currency-pair.ts';
import { hourMs, minuteMs, secondMs } from '#domain/time.ts';
import { barAt, tableWithin } from '#engine/bar/bar-table.ts';
import { enter, type EnteringSignal, settle } from '#engine/settlement/settle.ts';
import type { Tick } from '#engine/tick/tick.ts';
import { outcomes, signals } from '#server/database/schema.ts';
import { expandBar } from '#server/integrations/market-data/replay/recording.ts';
import { readMarketFile } from '#server/integrations/market-data/replay/read-market-file.ts';
import { awaitEntry, entriesWritten, takeTick } from '#server/modules/signals/settlement/entries.ts';
import { ownMarket, settleOnce } from '#server/modules/signals/settlement/settlement.ts';
import { aLiveSignal, aUser } from '#tests/support/a-signal.ts';
import { createChance } from '#tests/support/chance.ts';
import { type LiveFeedSetup, liveFeeds } from '#tests/support/market/live-feeds.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

/** A quarter of an hour in a test run. */
const playedMs = Number(process.env['PLAYED_HOURS'] ?? 0.25) * hourMs;
/** Minute bars whose prices are played, from PLAYED_FROM on, instead of a random walk. */
const playedFile = process.env['PLAYED_FILE'];
const playedFrom = Date.parse(process.env['PLAYED_FROM'] ?? '1970-01-01');
const [issueEveryMs, pollEveryMs] = playedFile ? [minuteMs, 20 * secondMs] : [13 * secondMs, 5 * secondMs];
const feed = 'live';
const symbol = 'EURUSD';
const digits = 5;
/** More than there are in five minutes. */
const lifetimeTicks = 400;

let database: TestDatabase;
let setup: LiveFeedSetup;
afterEach(async () => {
  await setup.tearDown();
  await database.close();
});

/** The leading process from the feed's handlers to the outcome, on the feed's virtual time. */
function aLeader({ virtual, recorder }: LiveFeedSetup) {
  const { clock } = virtual;
  const last = () => recorder.ticks.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
  const platform = testPlatform(database, { clock, scheduler: virtual.scheduler });
  const ctx = aSignalsContext({
    ...platform,
    engine: {
      ...platform.engine,
      feed: { ...platform.engine.feed, id: feed },
      recentTicks: (pair, since) =>
        recorder.ticks
          .slice(recorder.ticks.findLastIndex(({ time }) => time < since) + 1)
          .filter((tick) => tick.symbol === pair),
      decidableUntil: () => {
        const [now, feedTime] = [clock.now(), last()];
        return decidableUntil({ now, feedTime, isSilent: now - feedTime >= 5 * secondMs, speed: 1 });
      },
    },
  });
  return {
    handlers: {
      ...recorder,
      onTick: (tick: Parameters<typeof recorder.onTick>[0]): void => {
        takeTick(ctx, tick);
        recorder.onTick(tick);
      },
    },
    tickLog: ctx.tickLog,
    poll: async (): Promise<void> => {
      await entriesWritten(ctx);
      await settleOnce(ctx, ownMarket(ctx));
    },
    issue: async (userId: string): Promise<EnteringSignal> => {
      const issuedAt = clock.now();
      const signal = { id: randomUUID(), symbol, direction: 'BUY', duration: 2, issuedAt } as const;
      const entering = { status: 'entering', openPrice: null, openedAt: null, expiresAt: null } as const;
      await aLiveSignal(database.db, { ...signal, ...entering, userId, feed, issuedAt: new Date(issuedAt) });
      awaitEntry(ctx, signal);
      return signal;
    },
  };
}

/** What anybody computes from the delivered ticks: the result of a signal with its two prices. */
function recompute(issued: EnteringSignal, ticks: readonly Tick[]) {
  const first = ticks.find(({ time }) => time >= issued.issuedAt);
  const entered = first ? enter(issued, first, digits) : 'missed';
  if (typeof entered === 'string')
    return { result: 'void', reason: 'no_entry_tick', openPrice: null, closePrice: null };
  const settlement = settle(entered, ticks.findLast(({ time }) => time <= entered.expiresAt) ?? null, digits);
  return settlement.result === 'void'
    ? { result: 'void', reason: settlement.voidReason, openPrice: entered.openPrice, closePrice: null }
    : { result: settlement.result, reason: null, openPrice: entered.openPrice, closePrice: settlement.closePrice };
}

/** All signals, in the order of their issue, each from the ticks of its own lifetime. */
function recomputeAll(issued: readonly EnteringSignal[], { recorder }: LiveFeedSetup) {
  const ticks = recorder.ticks.filter((tick) => tick.symbol === symbol);
  let from = 0;
  return issued.map((signal) => {
    while ((ticks[from]?.time ?? Number.POSITIVE_INFINITY) < signal.issuedAt) from += 1;
    return recompute(signal, ticks.slice(from, from + lifetimeTicks));
  });
}

interface PlayedPrice {
  readonly atMs: number;
  readonly mid: number;
}

function* walk(chance: () => number): Generator<PlayedPrice> {
  for (let atMs = 0, mid = 1.1; ; atMs += secondMs) {
    mid = roundPrice(mid + (chance() - 0.5) * 0.0002, digits);
    yield { atMs, mid };
  }
}

/** 24 prices of each recorded minute; minutes without a bar are left out. */
function* recorded(path: string): Generator<PlayedPrice> {
  const file = readMarketFile(path, null);
  if (file.kind === 'ticks') throw new Error(`${path} holds ticks`);
  const played = tableWithin(file, playedFrom, Number.POSITIVE_INFINITY);
  for (let row = 0; row < played.size; row += 1) {
    const bar = { ...barAt(played, row), time: row * minuteMs };
    for (const { time, bid } of expandBar(symbol, bar, digits)) yield { atMs: time, mid: bid };
  }
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

/** How often the connection was lost, and how many signals had each result. */
function getCount(
  { recorder }: LiveFeedSetup,
  results: readonly { result?: string | null | undefined; reason?: string | null | undefined }[],
) {
  const counts = Object.groupBy(results, ({ result, reason }) => reason ?? result ?? 'open');
  const lost = recorder.states.filter(({ connected }) => !connected).length;
  return { lost, ...Object.fromEntries(Object.entries(counts).map(([name, all]) => [name, all?.length])) };
}

describe.each(liveFeeds)('F13: %s is lost at random while signals run', (kind, setUp) => {
  test('every signal is settled or void as anybody recomputes it, and no late tick changes one', async () => {
    database = await createTestDatabase();
    setup = await setUp();
    const { virtual, market } = setup;
    const leader = aLeader(setup);
    const chance = createChance(kind.length);
    const issued: EnteringSignal[] = [];
    const userIds = await Promise.all(Array.from({ length: 12 }, () => aUser(database.db)));
    await market.start(leader.handlers);
    await setup.subscribed();
    const began = virtual.clock.now();
    const elapsed = () => virtual.clock.now() - began;
    let issueAt = 0;
    let pollAt = 0;
    for (const { atMs, mid } of playedFile ? recorded(playedFile) : walk(chance)) {
      if (atMs >= playedMs) break;
      // What the server sent while nobody was connected is lost.
      if (atMs < elapsed()) continue;
      virtual.advance(atMs - elapsed());
      await setup.tick(symbol, mid);
      if (atMs >= issueAt) {
        issued.push(await leader.issue(userIds[issued.length % userIds.length] ?? ''));
        issueAt = atMs + issueEveryMs;
      }
      if (chance() < 0.02) await interrupt(setup, chance() < 0.4 ? 2 : 1);
      if (atMs < pollAt) continue;
      await leader.poll();
      pollAt = atMs + pollEveryMs;
    }
    virtual.advance(130 * secondMs);
    await leader.poll();

    const settledNow = async () => new Map((await database.db.select().from(signals)).map((row) => [row.id, row]));
    const before = await settledNow();
    const results = issued.map(({ id }) => {
      const { result, voidReason: reason, openPrice, closePrice } = before.get(id) ?? {};
      return { result, reason, openPrice, closePrice };
    });
    expect(results).toEqual(recomputeAll(issued, setup));
    expect(new Set(results.map(({ result }) => result)).size).toBeGreaterThan(2);

    for (const { expiresAt } of before.values())
      if (expiresAt) leader.tickLog.add({ symbol, time: expiresAt.getTime(), receivedAt: 0, bid: 9, ask: 9 });
    await leader.poll();
    expect(await settledNow()).toEqual(before);
    expect(await database.db.select().from(outcomes)).toHaveLength(issued.length);
    if (playedFile) console.info(`${kind}: ${setup.recorder.ticks.length} ticks`, getCount(setup, results));
  });
});
