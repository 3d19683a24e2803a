import { afterEach, describe, expect, test } from 'vitest';
import { liveFeedsNow as now, setUpOanda } from '#tests/support/market/live-feeds.ts';
import { hourMs, minuteMs } from '#domain/time.ts';

let setup: Awaited<ReturnType<typeof setUpOanda>>;
afterEach(() => setup.tearDown());

const streaming = async (): Promise<void> => {
  setup = await setUpOanda();
  await setup.market.start(setup.recorder);
};

test('subscribes to its pairs under their instrument names and forwards bid and ask', async () => {
  await streaming();
  expect(await setup.server.nextSubscription()).toEqual(['EUR_USD', 'USD_JPY']);
  await setup.recorder.until(() => setup.market.state().connected);
  await setup.tick('EURUSD', 1.10512);
  expect(setup.recorder.ticks).toEqual([{ symbol: 'EURUSD', time: now, receivedAt: now, bid: 1.1051, ask: 1.10514 }]);
  expect(setup.server.requests()).toEqual(['/v3/accounts/101-004-1234567-001/pricing/stream']);
});

test('ignores prices that cannot be traded, other pairs and invalid lines, with one warning per kind', async () => {
  await streaming();
  await setup.subscribed();
  setup.server.sendClosedPrice();
  const price = { time: now, bid: 1, ask: 1.1 };
  for (let i = 0; i < 2; i += 1) {
    setup.server.sendPrice({ symbol: 'GBPUSD', ...price });
    for (const text of ['', 'not json', '[]', 'null', '{"type":"NEWS"}', '{"type":"PRICE","instrument":"EUR_USD"}'])
      setup.server.sendText(text);
  }
  await setup.tick('EURUSD', 1.10512);
  expect(setup.recorder.ticks).toHaveLength(1);
  expect(setup.warnings).toEqual([
    'a price of GBP_USD, which was not asked for',
    'a message that is not of the protocol',
  ]);
});

test('a heartbeat keeps a quiet stream connected', async () => {
  await streaming();
  await setup.subscribed();
  await setup.tick('EURUSD', 1.1);
  for (let i = 0; i < 4; i += 1) {
    setup.virtual.advance(9_000);
    setup.server.sendHeartbeat();
    // Lines arrive in order: after this tick the heartbeat has been read.
    await setup.tick('EURUSD', 1.1);
  }
  expect(setup.recorder.gaps).toEqual([]);
});

test('reports a rejected token to the operator, and keeps trying', async () => {
  setup = await setUpOanda();
  setup.server.rejectTokens(true);
  await setup.market.start(setup.recorder);
  await setup.recorder.until(() => setup.recorder.states.length > 0);
  expect(setup.market.state()).toEqual({ connected: false, reason: 'HTTP 401' });
  await expect(setup.market.backfill('EURUSD', now, 1)).rejects.toThrow('OANDA: HTTP 401');
  setup.server.rejectTokens(false);
  setup.virtual.advance(2_000);
  await setup.subscribed();
  expect(setup.market.state()).toEqual({ connected: true });
});

test('leaves out pairs that the account lacks, after the refused stream, and asks for them again every hour', async () => {
  setup = await setUpOanda();
  const { server, market, recorder, virtual } = setup;
  server.offer(['EURUSD']);
  await market.start(recorder);
  await recorder.until(() => recorder.states.length > 0);
  expect(market.state()).toEqual({ connected: false, reason: 'HTTP 400' });
  expect(market.offer()).toEqual({ offered: ['EURUSD'], notOffered: ['USDJPY'] });
  expect(recorder.offers.at(-1)).toEqual(market.offer());
  await expect(market.backfill('USDJPY', now, 1)).rejects.toThrow('OANDA: USDJPY is not offered');
  virtual.advance(2_000);
  expect(await server.nextSubscription()).toEqual(['EUR_USD']);
  await recorder.until(() => market.state().connected);
  const account = '/v3/accounts/101-004-1234567-001';
  expect(server.requests()).toEqual([
    `${account}/pricing/stream`,
    `${account}/instruments`,
    `${account}/pricing/stream`,
  ]);

  server.offer(['EURUSD', 'USDJPY']);
  virtual.advance(hourMs);
  await recorder.until(() => recorder.offers.at(-1)?.notOffered.length === 0);
  virtual.advance(minuteMs);
  // Without heartbeats the stream was opened more than once within the hour.
  let streamed: readonly string[] = [];
  while (streamed.length < 2) streamed = await server.nextSubscription();
  expect(streamed).toEqual(['EUR_USD', 'USD_JPY']);
});

describe('back-fill', () => {
  test('pages backwards past the limit of 5,000 rows, before or after the start', async () => {
    setup = await setUpOanda();
    const bars = await setup.market.backfill('EURUSD', now + 30_000, 6_000);
    expect(bars.map((bar) => bar.time)).toEqual(Array.from({ length: 6_000 }, (_, i) => now - (6_000 - i) * minuteMs));
  });

  test('stays stopped: no stream, no reconnect, no call', async () => {
    await streaming();
    await setup.subscribed();
    await setup.market.stop();
    setup.virtual.advance(hourMs);
    expect(setup.virtual.waiting()).toBe(0);
    await expect(setup.market.backfill('EURUSD', now, 1)).rejects.toThrow('stopped');
  });
});
