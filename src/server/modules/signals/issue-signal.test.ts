import { beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { recordLeaves } from '#server/database/tables/record-tables.ts';
import { eq } from 'drizzle-orm';
import type { MarketView } from '#server/live/market-view.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { statedMarket } from '#tests/support/market/stated-market.ts';
import { listAllLeaves } from '#tests/support/record/leaves-of.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
import { aForecaster, localModels } from '#tests/support/record/stated-forecasts.ts';
import { createStatedMinutes } from '#tests/support/record/stated-minutes.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { issueSignal } from './issue-signal.ts';
import { awaitEntry, entriesWritten, takeTick } from './settlement/entries.ts';
import type { SignalsContext } from './signals-context.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
let aheadMs = 0;
let analysisMs = 0;
const said = { symbols: ['EURUSD'], direction: 'BUY' as const, passability: 57 };

const database = sharedByTests(createTestDatabase);
const countSignals = () => database.db.$count(recordLeaves, eq(recordLeaves.kind, 'signal'));
let ctx: SignalsContext;

beforeAll(async () => {
  const platform = testPlatform(database, { clock: { now: () => now + aheadMs } });
  const stated = statedMarket(platform, said);
  const market: MarketView = {
    ...stated,
    // The same for each call, however long the analysis takes.
    board: stated.board,
    explain: (forecast) => {
      aheadMs += analysisMs;
      return stated.explain(forecast);
    },
  };
  const minutes = createStatedMinutes({ ...platform, market: said, feed: market.feed });
  ctx = aSignalsContext(
    { ...platform, market },
    {
      config: testConfig({ tradingHours: { calendar: 'always', window: null } }),
      models: { forecasters: localModels.map(aForecaster), metadata: new Map(), unavailable: [] },
      record: { ...nothingRecorded, readMarketState: minutes.state },
    },
  );
  ctx.bus.onNotice('signal_issued', (signal) => awaitEntry(ctx, signal));
});

const issueFor = (id: string) =>
  issueSignal(ctx, {
    user: { id, lang: 'en' },
    model: 'kurs_ai_v1',
    durations: [3],
    exclude: [],
    isPracticeAllowed: false,
    isVipOpen: false,
  });

describe('signals issued concurrently', () => {
  let users: string[];

  it('are all stored, in the order of the record index and without gaps', async () => {
    users = await Promise.all(Array.from({ length: 60 }, () => aUser(database.db)));
    const issued = await Promise.all(users.map(issueFor));
    const leaves = await listAllLeaves(database.db);
    expect(leaves.map(({ index }) => index)).toEqual(leaves.map((_, i) => i));
    const indices = leaves.flatMap(({ index, leaf }) => (leaf.kind === 'signal' ? [index] : []));
    expect(issued.map(({ recordIndex }) => recordIndex).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(indices);
  });

  it('all enter at the first tick', async () => {
    takeTick(ctx, { symbol: 'EURUSD', time: now + 200, receivedAt: now + 200, bid: 1.1, ask: 1.10002 });
    await entriesWritten(ctx);
    const { rows } = await database.pool.query(
      'select status, open_price, opened_at, count(*)::int from signals group by 1, 2, 3',
    );
    expect(rows).toEqual([
      { status: 'live', open_price: 1.10001, opened_at: new Date(now + 200), count: users.length },
    ]);
  });

  it('are limited to one per user: concurrent calls get one signal, the others a conflict error', async () => {
    const user = await aUser(database.db);
    const calls = await Promise.allSettled([issueFor(user), issueFor(user), issueFor(user)]);
    const issued = calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value.id] : []));
    expect(issued).toHaveLength(1);
    const refused = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []));
    expect(refused).toMatchObject(
      [1, 2].map(() => ({ code: 'signal_active', details: { signal: { id: issued[0] } } })),
    );
    const { rows } = await database.pool.query('select id from signals where user_id = $1', [user]);
    expect(rows).toEqual([{ id: issued[0] }]);
  });
});

describe('a signal beside a process whose clock was ahead', () => {
  it('that has lost its edge by its issue is not passed off as practice, unless practice was asked for', async () => {
    const user = await aUser(database.db);
    analysisMs = minuteMs;
    const before = await countSignals();
    await expect(issueFor(user)).rejects.toMatchObject({
      code: 'no_signal',
      details: { best: { passability: expect.closeTo(50 + 7 * (1 - 0.35), 10) } },
    });
    expect(await countSignals()).toBe(before);
  });
});
