import { afterEach, describe, expect, test } from 'vitest';
import { type DerivSetup, derivNow, setUpDeriv, sendTick } from '#tests/support/market/deriv-setup.ts';
import { liveFeeds } from '#tests/support/market/live-feeds.ts';
import { hourMs } from '#domain/time.ts';

let setup: DerivSetup;

const listening = async (): Promise<void> => {
  setup = await setUpDeriv();
  await setup.market.start(setup.recorder);
  await setup.server.nextSubscription();
  await sendTick(setup);
};

describe.each(liveFeeds)('F8: the connection to %s goes silent without closing', (_kind, setUp) => {
  test('it is dropped in an open market, the gap reported, and a new connection subscribed', async () => {
    const feed = await setUp();
    const { market, virtual, recorder, silence } = feed;
    await market.start(recorder);
    await feed.subscribed();
    await feed.tick('EURUSD', 1.1);
    feed.stall();
    virtual.advance(silence.ms - 1);
    expect(market.state().connected).toBe(true);
    virtual.advance(1);
    expect(market.state()).toEqual({ connected: false, reason: silence.reason });
    expect(recorder.gaps).toEqual([{ symbols: ['EURUSD', 'USDJPY'], from: derivNow, to: null }]);
    feed.recover();
    virtual.advance(2_000);
    await feed.subscribed();
    await feed.tick('EURUSD', 1.2);
    expect(recorder.gaps[1]?.to).toBe(derivNow + silence.ms + 2_000);
    await feed.tearDown();
  });
});

describe('F8: a connection that only seems silent', () => {
  afterEach(() => setup.tearDown());

  test('a quiet market that still answers raises no alarm', async () => {
    await listening();
    for (let round = 0; round < 4; round += 1) {
      setup.virtual.advance(2_500);
      expect(await setup.server.nextRequest('ping')).toEqual({ ping: 1 });
      // Answers arrive in request order: after this one the pong has been received.
      await setup.market.backfill('EURUSD', derivNow, 1);
    }
    expect(setup.market.state()).toEqual({ connected: true });
    expect(setup.recorder.gaps).toEqual([]);
  });

  test('silence in a closed market raises no alarm, however long it lasts', async () => {
    await listening();
    setup.closeMarket();
    setup.server.stall();
    setup.virtual.advance(48 * hourMs);
    expect(setup.market.state()).toEqual({ connected: true });
    expect(setup.server.connections()).toBe(1);
    expect(setup.recorder.gaps).toEqual([]);
  });
});
