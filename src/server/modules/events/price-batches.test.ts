import { beforeEach, expect, test } from 'vitest';
import { createSimulatedMarket } from '#server/integrations/market-data/simulated-market.ts';
import { noDatabase, testPlatform } from '#tests/support/test-platform.ts';
import { createVirtualTime, type VirtualTime } from '#tests/support/virtual-time.ts';
import type { EventStream } from './event-stream.ts';
import { createPriceBatches, type PriceBatches } from './price-batches.ts';

let time: VirtualTime;
let batches: PriceBatches;
beforeEach(() => {
  time = createVirtualTime(0);
  batches = createPriceBatches(testPlatform(noDatabase, { time }), 1_000);
  batches.start();
});

interface Received {
  readonly at: number;
  readonly prices: readonly number[];
}

function addStream() {
  const received: Received[] = [];
  const send = (text: string): void => {
    const prices = [...text.matchAll(/"price":([\d.]+)/g)].map(([, price]) => Number(price));
    received.push({ at: time.clock.now(), prices });
  };
  const stream = {
    userId: 'u',
    sessionId: 's',
    position: () => 0,
    isBehind: () => false,
    send,
    catchUp: () => undefined,
    end: () => undefined,
  };
  batches.add(stream satisfies EventStream);
  return { received, stream };
}

const offer = (price: number, symbol = 'EURUSD'): void =>
  batches.offer({ symbol, price, bid: price, ask: price, time: '2026-03-03T15:00:00.000Z' });

test('a price in a quiet market leaves at once, with those that arrive together', async () => {
  const { received } = addStream();
  await time.advanceAsync(3_210);
  offer(1.1);
  offer(1.2, 'GBPUSD');
  await time.advanceAsync(5_000);
  expect(received).toEqual([{ at: 3_215, prices: [1.1, 1.2] }]);
});

test('each stream gets one batch a period, which is as new as its newest price', async () => {
  const streams = Array.from({ length: 20 }, addStream);
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
  const streams = Array.from({ length: 10 }, addStream);
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
  const { received } = addStream();
  offer(1);
  await time.advanceAsync(20);
  for (const price of [2, 3, 4]) offer(price);
  await time.advanceAsync(2_000);
  expect(received.map(({ prices }) => prices)).toEqual([[1], [4]]);
});
