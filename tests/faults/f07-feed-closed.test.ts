import { afterEach, describe, expect, test } from 'vitest';
import { type LiveFeedSetup, liveFeeds, liveFeedsNow as now } from '#tests/support/market/live-feeds.ts';

const symbols = ['EURUSD', 'USDJPY'];

describe.each(liveFeeds)('F7: %s closes the connection cleanly', (_kind, setUp) => {
  let setup: LiveFeedSetup;
  afterEach(() => setup.tearDown());

  const lostAfterATick = async (): Promise<void> => {
    setup = await setUp();
    await setup.market.start(setup.recorder);
    await setup.subscribed();
    await setup.tick('EURUSD', 1.1);
    setup.virtual.advance(1_000);
    setup.closeAll();
    await setup.recorder.until(() => setup.recorder.states.at(-1)?.connected === false);
  };

  test('the gap is reported at once, from the last tick on, and the state gives the reason', async () => {
    await lostAfterATick();
    expect(setup.recorder.gaps).toEqual([{ symbols, from: now, to: null }]);
    expect(setup.market.state()).toMatchObject({
      connected: false,
      reason: expect.stringContaining('by the other side'),
    });
  });

  test('within 2 s it is reconnected and resubscribed, and the gap ends with the first tick', async () => {
    await lostAfterATick();
    setup.virtual.advance(2_000);
    await setup.subscribed();
    expect(setup.recorder.gaps).toHaveLength(1);
    await setup.tick('EURUSD', 1.2);
    expect(setup.recorder.gaps[1]).toEqual({ symbols, from: now, to: now + 3_000 });
    expect(setup.market.state()).toEqual({ connected: true });
  });

  test('the missed bars can be back-filled', async () => {
    await lostAfterATick();
    setup.virtual.advance(2_000);
    const bars = await setup.market.backfill('EURUSD', now, 3);
    expect(bars.map((bar) => bar.time)).toEqual([3, 2, 1].map((back) => now - back * 60_000));
  });

  test('a connection lost again before a tick is the same gap, with a longer backoff', async () => {
    await lostAfterATick();
    setup.virtual.advance(2_000);
    await setup.subscribed();
    const states = setup.recorder.states.length;
    setup.closeAll();
    await setup.recorder.until(() => setup.recorder.states.slice(states).some(({ connected }) => !connected));
    setup.virtual.advance(2_900);
    expect(setup.market.state().connected).toBe(false);
    setup.virtual.advance(200);
    await setup.subscribed();
    expect(setup.recorder.gaps).toHaveLength(1);
  });
});
