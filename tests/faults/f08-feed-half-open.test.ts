import { afterEach, describe, expect, test } from 'vitest';
import { type DerivSetup, derivNow, setUpDeriv, sendTick } from '#tests/support/deriv-setup.ts';
import { hourMs } from '#domain/time.ts';

let setup: DerivSetup;
afterEach(() => setup.tearDown());

const listening = async (): Promise<void> => {
  setup = await setUpDeriv();
  await setup.market.start(setup.recorder);
  await setup.server.nextSubscription();
  await sendTick(setup);
};

describe('F8: the connection goes silent without closing', () => {
  test('after 5 s of an open market it is dropped, the gap reported, and a new connection subscribed', async () => {
    await listening();
    setup.server.stall();
    setup.virtual.advance(4_999);
    expect(setup.market.state().connected).toBe(true);
    setup.virtual.advance(1);
    expect(setup.market.state()).toEqual({ connected: false, reason: 'no bytes for 5 s' });
    expect(setup.recorder.gaps).toEqual([{ symbols: ['EURUSD', 'USDJPY'], from: derivNow, to: null }]);
    setup.server.recover();
    setup.virtual.advance(2_000);
    expect(await setup.server.nextSubscription()).toEqual(['frxEURUSD', 'frxUSDJPY']);
    await sendTick(setup);
    expect(setup.recorder.gaps[1]?.to).toBe(derivNow + 7_000);
  });

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
