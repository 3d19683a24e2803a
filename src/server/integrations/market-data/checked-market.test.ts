import { beforeEach, expect, test } from 'vitest';
import type { Tick } from '#engine/tick/tick.ts';
import { createFeedRecorder, type FeedRecorder } from '#tests/support/market/feed-recorder.ts';
import { createCheckedMarket } from './checked-market.ts';
import type { FeedHandlers, FeedKind, MarketData } from './market-data.ts';

const symbols = ['EURUSD', 'USDJPY'];

function aFeed(kind: FeedKind) {
  let handlers: FeedHandlers | null = null;
  const market: MarketData = {
    kind,
    isLive: true,
    symbols,
    offer: () => ({ offered: symbols, notOffered: [] }),
    backfill: async () => [],
    start: async (given) => void (handlers = given),
    stop: async () => undefined,
    state: () => ({ connected: true }),
  };
  const tick = (at: number, mid: number): void => {
    const one: Tick = { symbol: 'EURUSD', time: at, receivedAt: at, bid: mid - 0.00005, ask: mid + 0.00005 };
    handlers?.onTick(one);
  };
  return { market, tick };
}

let main: ReturnType<typeof aFeed>;
let second: ReturnType<typeof aFeed>;
let checked: MarketData;
let recorder: FeedRecorder;
beforeEach(async () => {
  main = aFeed('deriv');
  second = aFeed('oanda');
  checked = createCheckedMarket(main.market, second.market);
  recorder = createFeedRecorder();
  await checked.start(recorder);
});

/** Apart from 2,000 on: both feeds have repeated the difference for a second. */
function driftApart(): void {
  second.tick(0, 1.1);
  main.tick(100, 1.1);
  main.tick(900, 1.102);
  second.tick(1_500, 1.1);
  main.tick(2_000, 1.102);
}

const received = (): number[] => recorder.ticks.map(({ time }) => time);

test('passes on the ticks of the main feed alone while the two agree', () => {
  second.tick(0, 1.1);
  main.tick(100, 1.1);
  second.tick(150, 1.1001);
  main.tick(200, 1.1002);
  expect(received()).toEqual([100, 200]);
  expect([recorder.gaps, checked.state()]).toEqual([[], { connected: true }]);
});

test('withholds the ticks of a pair that is apart, which has a gap since the last one passed', () => {
  driftApart();
  main.tick(2_500, 1.102);
  expect(received()).toEqual([100, 900]);
  expect(recorder.gaps).toEqual([{ symbols: ['EURUSD'], from: 900, to: null }]);
  expect(recorder.states.at(-1)).toEqual({ connected: true, reason: 'apart from oanda: EURUSD' });
});

test('the gap ends with the tick by which the two agree again', () => {
  driftApart();
  main.tick(3_000, 1.1001);
  expect(received()).toEqual([100, 900, 3_000]);
  expect(recorder.gaps.at(-1)).toEqual({ symbols: ['EURUSD'], from: 900, to: 3_000 });
  expect(checked.state()).toEqual({ connected: true });
});

test('knows afterwards at which instants the prices were apart', () => {
  driftApart();
  main.tick(3_000, 1.1001);
  const wasApart = (at: number) => checked.check?.wasApart('EURUSD', at);
  expect([1_999, 2_000, 2_999, 3_000].map(wasApart)).toEqual([false, true, true, false]);
  expect(checked.check?.wasApart('USDJPY', 2_500)).toBe(false);
});

test('a second feed that is silent withholds nothing', () => {
  driftApart();
  main.tick(12_000, 1.102);
  expect(received()).toEqual([100, 900, 12_000]);
  expect(checked.check?.getDifference('EURUSD')).toBeNull();
});
