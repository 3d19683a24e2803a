import { afterEach, describe, expect, test } from 'vitest';
import { type DerivSetup, derivNow, setUpDeriv, sendTick, tickAt } from '#tests/support/market/deriv-setup.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { reconnectDelayMs } from './live/live-stream.ts';

let setup: DerivSetup;
afterEach(() => setup.tearDown());

describe.each([
  ['the new endpoint', false],
  ['the legacy endpoint', true],
])('on %s', (_, legacy) => {
  test('subscribes to those of our pairs that are offered and forwards their ticks', async () => {
    setup = await setUpDeriv({ legacy });
    await setup.market.start(setup.recorder);
    expect(await setup.server.nextSubscription()).toEqual(['frxEURUSD', 'frxUSDJPY']);
    await sendTick(setup);
    expect(setup.recorder.ticks).toEqual([
      { symbol: 'EURUSD', time: derivNow, receivedAt: derivNow, bid: 1.1051, ask: 1.10514 },
    ]);
    expect(setup.market.state()).toEqual({ connected: true });
  });

  test(legacy ? 'names the product type and the app' : 'sends no product type', async () => {
    setup = await setUpDeriv({ legacy });
    await setup.market.start(setup.recorder);
    const request = await setup.server.nextRequest('active_symbols');
    expect(request['product_type']).toBe(legacy ? 'basic' : undefined);
    expect(setup.server.paths()[0]).toBe(legacy ? '/?app_id=1089' : '/');
  });
});

test('leaves out a pair that is suspended or not offered, and makes no call for it', async () => {
  setup = await setUpDeriv({ symbols: ['EURUSD', 'GBPUSD', 'NZDCAD'] });
  await setup.market.start(setup.recorder);
  expect(await setup.server.nextSubscription()).toEqual(['frxEURUSD']);
  const offer = { offered: ['EURUSD'], notOffered: ['GBPUSD', 'NZDCAD'] };
  expect(setup.recorder.offers).toEqual([offer]);
  expect(setup.market.offer()).toEqual(offer);
  await expect(setup.market.backfill('GBPUSD', derivNow, 10)).rejects.toThrow('Deriv: GBPUSD is not offered');
  expect(setup.warnings).toEqual([]);
});

test('rejects broker-made prices from any sender', async () => {
  setup = await setUpDeriv();
  await setup.market.start(setup.recorder);
  await setup.server.nextSubscription();
  for (const symbol of ['OTC_EURUSD', 'frxEURUSD_otc', 'R_100']) setup.server.sendTick({ symbol, epoch: 1, quote: 1 });
  await sendTick(setup);
  expect(setup.recorder.ticks.map((tick) => tick.symbol)).toEqual(['EURUSD']);
  expect(setup.warnings).toHaveLength(3);
});

test('uses the quote as bid and ask of a tick without them', async () => {
  setup = await setUpDeriv();
  await setup.market.start(setup.recorder);
  await setup.server.nextSubscription();
  setup.server.sendTick({ symbol: 'frxEURUSD', epoch: derivNow / 1_000, quote: 1.10515 });
  await setup.recorder.until(() => setup.recorder.ticks.length > 0);
  expect(setup.recorder.ticks[0]).toMatchObject({ bid: 1.10515, ask: 1.10515 });
});

test('ignores invalid messages with one warning per kind', async () => {
  setup = await setUpDeriv();
  await setup.market.start(setup.recorder);
  await setup.server.nextSubscription();
  const junk = [
    '',
    'not json',
    '[]',
    '42',
    'null',
    '{"msg_type":7}',
    '{"msg_type":"tick"}',
    '{"msg_type":"tick","tick":{"symbol":"frxEURUSD"}}',
  ];
  for (const text of [...junk, ...junk, '{"msg_type":"history","error":{"code":"RateLimit"}}', '{"msg_type":"news"}'])
    setup.server.sendText(text);
  await sendTick(setup);
  expect(setup.recorder.ticks).toHaveLength(1);
  expect(setup.recorder.gaps).toEqual([]);
  expect(new Set(setup.warnings).size).toBe(setup.warnings.length);
  expect(setup.warnings).toContain('error RateLimit');
});

test('retries a rejected subscription after a minute', async () => {
  setup = await setUpDeriv();
  setup.server.rejectSubscriptions(true);
  await setup.market.start(setup.recorder);
  await setup.server.nextSubscription();
  await setup.recorder.until(() => setup.recorder.states.at(-1)?.reason === 'Deriv: MarketIsClosed');
  expect(setup.market.state().connected).toBe(true);
  setup.closeMarket();
  setup.server.rejectSubscriptions(false);
  setup.virtual.advance(60_000);
  await setup.server.nextSubscription();
  await sendTick(setup);
  expect(setup.market.state()).toEqual({ connected: true });
});

test('asks again within seconds for a list of pairs that was read too late, as on a busy machine', async () => {
  setup = await setUpDeriv();
  const { server, market, recorder, virtual } = setup;
  setup.closeMarket();
  await market.start(recorder);
  await server.nextRequest('active_symbols');
  // The answer is on its way, but the process does nothing for ten seconds.
  virtual.advance(10_000);
  await recorder.until(() => recorder.states.at(-1)?.reason === 'Deriv: no answer within 10 s');
  virtual.advance(1_500);
  expect(await server.nextSubscription()).toEqual(['frxEURUSD', 'frxUSDJPY']);
  expect(server.countRequests('active_symbols')).toBe(2);
});

describe('back-fill', () => {
  test('pages backwards past the limit of 1,000 rows, before or after the start', async () => {
    setup = await setUpDeriv();
    const bars = await setup.market.backfill('EURUSD', derivNow + 30_000, 2_500);
    expect(bars.map((bar) => bar.time)).toEqual(
      Array.from({ length: 2_500 }, (_, i) => derivNow - (2_500 - i) * minuteMs),
    );
    expect(bars[0]).toMatchObject({ high: expect.closeTo((bars[0]?.open ?? 0) + 0.0001, 5) });
  });

  test('ends where the history ends', async () => {
    setup = await setUpDeriv();
    setup.server.historyFrom(derivNow / 1_000 - 1_200 * 60);
    expect(await setup.market.backfill('EURUSD', derivNow, 2_500)).toHaveLength(1_200);
  });

  test('fails after 10 s without an answer', async () => {
    setup = await setUpDeriv();
    await setup.market.start(setup.recorder);
    await setup.server.nextSubscription();
    setup.closeMarket();
    setup.server.stall();
    const requested = setup.market.backfill('EURUSD', derivNow, 10);
    await setup.server.nextRequest('ticks_history');
    setup.virtual.advance(10_000);
    await expect(requested).rejects.toThrow('no answer within 10 s');
  });
});

test('pings every 30 s, so that the connection is never idle for two minutes', async () => {
  setup = await setUpDeriv();
  setup.closeMarket();
  await setup.market.start(setup.recorder);
  await setup.server.nextSubscription();
  setup.virtual.advance(30_000);
  expect(await setup.server.nextRequest('ping')).toEqual({ ping: 1 });
  setup.virtual.advance(30_000);
  expect(await setup.server.nextRequest('ping')).toEqual({ ping: 1 });
});

test('stays stopped: no connection, no tick, no reconnect', async () => {
  setup = await setUpDeriv();
  await setup.market.start(setup.recorder);
  await setup.server.nextSubscription();
  await setup.market.stop();
  setup.server.sendTick(tickAt(derivNow, 'EURUSD', 1.1));
  await setup.server.disconnected();
  setup.virtual.advance(hourMs);
  expect(setup.recorder.ticks).toEqual([]);
  expect(setup.virtual.waiting()).toBe(0);
  await expect(setup.market.backfill('EURUSD', derivNow, 1)).rejects.toThrow('stopped');
});

const waits = (chance: number): number[] => [0, 1, 2, 3, 5, 6, 50].map((attempt) => reconnectDelayMs(attempt, chance));

test('doubles the wait from a second to a minute, with jitter from one half to one and a half', () => {
  expect(waits(0.5)).toEqual([1_000, 2_000, 4_000, 8_000, 32_000, 60_000, 60_000]);
  expect(waits(0)).toEqual([500, 1_000, 2_000, 4_000, 16_000, 30_000, 30_000]);
  expect(Math.max(...waits(1))).toBe(60_000);
});
