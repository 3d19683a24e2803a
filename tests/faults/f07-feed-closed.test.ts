import { afterEach, describe, expect, test } from 'vitest';
import { type DerivSetup, derivNow, setUpDeriv, sendTick } from '#tests/support/deriv-setup.ts';

let setup: DerivSetup;
afterEach(() => setup.tearDown());

const lostAfterATick = async (): Promise<void> => {
  setup = await setUpDeriv();
  await setup.market.start(setup.recorder);
  await setup.server.nextSubscription();
  await sendTick(setup);
  setup.virtual.advance(1_000);
  setup.server.closeAll();
  await setup.recorder.until(() => setup.recorder.gaps.length === 1);
};

describe('F7: the feed closes the connection cleanly', () => {
  test('the gap is reported at once, from the last tick on, and the state gives the reason', async () => {
    await lostAfterATick();
    expect(setup.recorder.gaps).toEqual([{ symbols: ['EURUSD', 'USDJPY'], from: derivNow, to: null }]);
    expect(setup.market.state()).toEqual({ connected: false, reason: 'closed by the other side (1001)' });
  });

  test('within 2 s it is reconnected and resubscribed, and the gap ends with the first tick', async () => {
    await lostAfterATick();
    setup.virtual.advance(2_000);
    expect(await setup.server.nextSubscription()).toEqual(['frxEURUSD', 'frxUSDJPY']);
    expect(setup.recorder.gaps).toHaveLength(1);
    await sendTick(setup, 'EURUSD', 1.2);
    expect(setup.recorder.gaps[1]).toEqual({ symbols: ['EURUSD', 'USDJPY'], from: derivNow, to: derivNow + 3_000 });
    expect(setup.market.state()).toEqual({ connected: true });
  });

  test('the missed bars can be back-filled over the new connection', async () => {
    await lostAfterATick();
    setup.virtual.advance(2_000);
    const bars = await setup.market.backfill('EURUSD', derivNow, 3);
    expect(bars.map((bar) => bar.time)).toEqual([3, 2, 1].map((back) => derivNow - back * 60_000));
  });

  test('a connection lost again before a tick is the same gap, with a longer backoff', async () => {
    await lostAfterATick();
    setup.virtual.advance(2_000);
    await setup.server.nextSubscription();
    const states = setup.recorder.states.length;
    setup.server.closeAll();
    await setup.recorder.until(() => setup.recorder.states.length > states);
    setup.virtual.advance(2_900);
    expect(setup.market.state().connected).toBe(false);
    setup.virtual.advance(200);
    await setup.server.nextSubscription();
    expect(setup.recorder.gaps).toHaveLength(1);
  });
});
