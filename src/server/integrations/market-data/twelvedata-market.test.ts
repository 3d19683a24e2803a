import { afterEach, describe, expect, test } from 'vitest';
import { liveFeedsNow as now, setUpTwelveData } from '#tests/support/market/live-feeds.ts';
import { hourMs, minuteMs } from '#domain/time.ts';

const afterEvents = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let setup: Awaited<ReturnType<typeof setUpTwelveData>>;
afterEach(() => setup.tearDown());

const listening = async (): Promise<void> => {
  setup = await setUpTwelveData();
  await setup.market.start(setup.recorder);
};

test('subscribes to its pairs by name and forwards bid and ask', async () => {
  await listening();
  expect(await setup.server.nextSubscription()).toEqual(['EUR/USD', 'USD/JPY']);
  await setup.tick('EURUSD', 1.10512);
  expect(setup.recorder.ticks).toEqual([{ symbol: 'EURUSD', time: now, receivedAt: now, bid: 1.1051, ask: 1.10514 }]);
});

test('uses the price as bid and ask of a message without them', async () => {
  await listening();
  await setup.subscribed();
  setup.server.sendPrice({ symbol: 'EUR/USD', timestamp: now / 1_000, price: 1.10515 });
  await setup.recorder.until(() => setup.recorder.ticks.length > 0);
  expect(setup.recorder.ticks[0]).toMatchObject({ bid: 1.10515, ask: 1.10515 });
});

test('leaves out pairs that the service refuses, and asks for them again every hour', async () => {
  setup = await setUpTwelveData();
  setup.server.failSymbols(['USD/JPY']);
  await setup.market.start(setup.recorder);
  await setup.subscribed();
  await setup.tick('EURUSD', 1.1);
  const offer = { offered: ['EURUSD'], notOffered: ['USDJPY'] };
  expect(setup.recorder.offers.at(-1)).toEqual(offer);
  await expect(setup.market.backfill('USDJPY', now, 10)).rejects.toThrow('Twelve Data: USDJPY is not offered');
  setup.closeMarket();
  setup.server.failSymbols([]);
  setup.virtual.advance(hourMs);
  expect(await setup.server.nextSubscription()).toEqual(['USD/JPY']);
  await setup.recorder.until(() => setup.recorder.offers.at(-1)?.notOffered.length === 0);
});

test('ignores other pairs and invalid messages with one warning per kind', async () => {
  await listening();
  await setup.subscribed();
  for (let i = 0; i < 2; i += 1) {
    setup.server.sendPrice({ symbol: 'BTC/USD', timestamp: now / 1_000, price: 1 });
    for (const text of ['', 'not json', '[]', '{"event":"price","symbol":"EUR/USD"}', '{"event":"news"}'])
      setup.server.sendText(text);
  }
  await setup.tick('EURUSD', 1.1);
  expect(setup.recorder.ticks).toHaveLength(1);
  expect(setup.warnings).toEqual([
    'a price of BTC/USD, which was not asked for',
    'a message that is not of the protocol',
  ]);
});

test('sends a heartbeat every 10 s', async () => {
  await listening();
  await setup.subscribed();
  setup.closeMarket();
  for (let i = 0; i < 3; i += 1) {
    setup.virtual.advance(10_000);
    await setup.server.nextHeartbeat();
  }
  expect(setup.market.state()).toEqual({ connected: true });
});

describe('back-fill', () => {
  test('pages backwards past the limit of 5,000 rows, before or after the start', async () => {
    setup = await setUpTwelveData({ callsPerMinute: 8 });
    const bars = await setup.market.backfill('EURUSD', now + 30_000, 6_000);
    expect(bars.map((bar) => bar.time)).toEqual(Array.from({ length: 6_000 }, (_, i) => now - (6_000 - i) * minuteMs));
  });

  test('counts what earlier starts have used of the day, and waits for the next one', async () => {
    setup = await setUpTwelveData({ callsPerDay: 800 });
    setup.closeMarket();
    const { server, market, virtual } = setup;
    const countLeftToday = (): number | undefined => market.countCallsLeft?.().at(-1)?.left;
    server.useCalls(799);
    const bars = market.backfill('EURUSD', now, 10);
    while (countLeftToday() !== 0) await afterEvents();
    await afterEvents();
    virtual.advance(12 * hourMs - 1);
    expect(server.calls()).toBe(1);
    virtual.advance(1);
    expect(await bars).toHaveLength(10);
    // Of the day that has begun, one; the question of noon is still within the last 24 hours.
    expect(countLeftToday()).toBe(798);
  });

  test('makes calls though the service does not say how many were used', async () => {
    setup = await setUpTwelveData({ callsPerDay: 800 });
    setup.server.limitCalls(true);
    await expect(setup.market.backfill('EURUSD', now, 10)).rejects.toThrow('Twelve Data: error 429');
    expect(setup.warnings).toEqual(['no usable answer to how many calls were used today']);
    expect(setup.server.calls()).toBe(2);
  });

  test('names the code of an error without the key', async () => {
    setup = await setUpTwelveData();
    setup.server.limitCalls(true);
    await expect(setup.market.backfill('EURUSD', now, 10)).rejects.toThrow(/^Twelve Data: error 429$/);
  });

  test('stays stopped: no connection, no reconnect, no call', async () => {
    await listening();
    await setup.subscribed();
    await setup.market.stop();
    setup.virtual.advance(hourMs);
    expect(setup.virtual.waiting()).toBe(0);
    await expect(setup.market.backfill('EURUSD', now, 1)).rejects.toThrow('stopped');
  });
});
