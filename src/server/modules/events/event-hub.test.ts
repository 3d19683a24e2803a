import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { createSimulatedMarket } from '#server/integrations/market-data/simulated-market.ts';
import { noDatabase, testPlatform } from '#tests/support/test-platform.ts';
import { createVirtualTime, type VirtualTime } from '#tests/support/virtual-time.ts';
import { createEventHub } from './event-hub.ts';
import type { EventStream } from './event-stream.ts';

const aStream = (
  userId: string,
  send: EventStream['send'] = () => undefined,
  position: number | null = 0,
): EventStream => ({
  userId,
  position: () => position,
  isBehind: () => false,
  sessionId: `session of ${userId}`,
  send,
  catchUp: () => undefined,
  end: () => undefined,
});

let time: VirtualTime;
beforeEach(() => {
  time = createVirtualTime(0);
});
const aHub = (bus = createInProcessBus()) => createEventHub(testPlatform(noDatabase, { bus, time }), 1_000);

test('sends the newest checkpoint to a new stream first, and nothing before there is one', async () => {
  const bus = createInProcessBus();
  const hub = aHub(bus);
  hub.start();
  expect(hub.greeting()).toBe('');
  for (const note of ['older', 'newer']) bus.publish({ name: 'checkpoint', data: { note }, userId: null, id: null });
  bus.publish({ name: 'session', data: null, userId: 'a', id: 7 });
  expect(hub.greeting()).toBe('event: checkpoint\ndata: {"note":"newer"}\n\n');
  await hub.stop();
});

test('sends something to every stream each fifteen seconds, whatever happens', async () => {
  const hub = aHub();
  const received: string[] = [];
  await hub.add(
    aStream('a', (text) => received.push(text)),
    true,
  );
  hub.start();
  await time.advanceAsync(45_000);
  expect(received).toEqual([': still here\n\n', ': still here\n\n', ': still here\n\n']);
  await hub.stop();
});

test('sends a user its own events only, from the first of its streams to the last', async () => {
  const bus = createInProcessBus();
  const hub = aHub(bus);
  const received: string[] = [];
  const [first, second, other] = ['a', 'a', 'b'].map((userId, i) => aStream(userId, () => received.push(`${i}`), i));
  if (!first || !second || !other) throw new Error('three streams');
  for (const stream of [first, second, other]) await hub.add(stream, false);
  expect(hub.positions()).toEqual(new Map(Object.entries({ a: 0, b: 2 })));
  const publish = (): void => bus.publish({ name: 'session', data: null, userId: 'a', id: 7 });
  publish();
  hub.remove(first);
  publish();
  hub.remove(second);
  publish();
  expect(received).toEqual(['0', '1', '1']);
});

test('delivers what the outbox has to the streams of its user, and nothing to one that is catching up', async () => {
  const hub = aHub();
  const received: string[] = [];
  for (const [i, position] of [3, 5, null].entries())
    await hub.add(
      aStream('a', (_, id) => received.push(`${i}: ${id}`), position),
      false,
    );
  await hub.add(
    aStream('b', () => received.push('b'), null),
    false,
  );
  expect(hub.positions()).toEqual(new Map([['a', 3]]));
  hub.catchUp({ id: 6, userId: 'a', name: 'session', data: null, previousId: 3, at: new Date(0) });
  hub.catchUp({ id: 7, userId: 'b', name: 'session', data: null, previousId: 0, at: new Date(0) });
  expect(received).toEqual(['0: 6', '1: 6']);
});

describe('prices', () => {
  let hub: ReturnType<typeof aHub>;
  beforeEach(() => {
    hub = aHub();
    hub.start();
  });
  afterEach(() => hub.stop());

  function addReader() {
    const received: { readonly at: number; readonly prices: readonly number[] }[] = [];
    const stream = aStream('u', (text) => {
      const prices = [...text.matchAll(/"price":([\d.]+)/g)].map(([, price]) => Number(price));
      if (prices.length > 0) received.push({ at: time.clock.now(), prices });
    });
    void hub.add(stream, true);
    return { received, stream };
  }

  const offer = (price: number, symbol = 'EURUSD'): void =>
    hub.offerPrice({ symbol, price, bid: price, ask: price, time: '2026-03-03T15:00:00.000Z' });

  test('a price in a quiet market leaves at once, with those that arrive together', async () => {
    const { received } = addReader();
    await time.advanceAsync(3_210);
    offer(1.1);
    offer(1.2, 'GBPUSD');
    await time.advanceAsync(5_000);
    expect(received).toEqual([{ at: 3_215, prices: [1.1, 1.2] }]);
  });

  test('each stream gets one batch a period, which is as new as its newest price', async () => {
    const streams = Array.from({ length: 20 }, addReader);
    for (let n = 0; n < 1_000; n += 1) {
      offer(time.clock.now());
      await time.advanceAsync(37);
    }
    for (const { received } of streams) {
      const steady = received.slice(2);
      expect(steady.length).toBeGreaterThan(30);
      for (const { at, prices } of steady) expect(at - Math.max(...prices)).toBeLessThanOrEqual(5);
      steady.slice(1).forEach(({ at }, i) => expect(at - (steady[i]?.at ?? 0)).toBeGreaterThanOrEqual(900));
    }
  });

  test('a batch of the simulated market leaves within 50 ms of its newest price', async () => {
    const { clock, scheduler } = time;
    const streams = Array.from({ length: 10 }, addReader);
    const market = createSimulatedMarket({ seed: 17, clock, scheduler });
    const ignore = (): void => undefined;
    const onTick = ({ symbol, time: at }: { symbol: string; time: number }): void => offer(at, symbol);
    await market.start({ onTick, onGap: ignore, onStateChange: ignore, onOffer: ignore });
    await time.advanceAsync(60_000);
    await market.stop();
    const ages = streams.flatMap(({ received }) => received.map(({ at, prices }) => at - Math.max(...prices)));
    expect(ages.length).toBeGreaterThan(500);
    // Publishing to another process takes the other 25 ms.
    expect(Math.max(...ages)).toBeLessThanOrEqual(25);
  });

  test('of several prices of a pair the latest is sent, and the last one of a burst is not lost', async () => {
    const { received } = addReader();
    offer(1);
    await time.advanceAsync(20);
    for (const price of [2, 3, 4]) offer(price);
    await time.advanceAsync(2_000);
    expect(received.map(({ prices }) => prices)).toEqual([[1], [4]]);
  });
});
