import { beforeEach, describe, expect, it } from 'vitest';
import type { Tick } from '#engine/tick/tick.ts';
import { expectCloses, expectEntry, passUntil, type ShadowTicks, takeTick } from './shadow-ticks.ts';

const statedAt = 1_000_000;
let saved: number[];
let ticks: ShadowTicks;

beforeEach(() => {
  saved = [];
  ticks = { waiting: new Map(), save: ({ time }) => void saved.push(time) };
});

const acceptTicks = (...after: number[]): void => {
  for (const ms of after) takeTick(ticks, tickAt(statedAt + ms));
};
const tickAt = (time: number, symbol = 'EURUSD'): Tick => ({ symbol, time, receivedAt: time, bid: 1.1, ask: 1.1 });
const retainedAfter = (): number[] => saved.map((time) => time - statedAt);

describe('settlement from deciding ticks', () => {
  it('include the first at or after the statement and no other before an expiry', () => {
    expectEntry(ticks, 'EURUSD', statedAt, [2]);
    acceptTicks(-400, 0, 300, 900);
    expect(retainedAfter()).toEqual([0]);
  });

  it('include the last at or before each expiry once it has passed', () => {
    expectEntry(ticks, 'EURUSD', statedAt, [2, 3]);
    acceptTicks(100, 119_000, 120_100, 120_101, 180_099, 180_200);
    expect(retainedAfter()).toEqual([100, 120_100, 180_099]);
  });

  it('include none for an expiry whose last tick is more than five seconds old', () => {
    expectEntry(ticks, 'EURUSD', statedAt, [2]);
    acceptTicks(0, 114_999, 121_000);
    expect(retainedAfter()).toEqual([0]);
  });

  it('include no entry after its window and no later close', () => {
    expectEntry(ticks, 'EURUSD', statedAt, [2]);
    acceptTicks(5_001, 125_000, 126_000);
    expect(retainedAfter()).toEqual([]);
  });

  it('exclude those of other pairs', () => {
    expectEntry(ticks, 'EURUSD', statedAt, [2]);
    takeTick(ticks, tickAt(statedAt, 'GBPUSD'));
    expect(saved).toEqual([]);
  });

  it('include the last one when the feed goes silent at the expiry', () => {
    expectEntry(ticks, 'EURUSD', statedAt, [2]);
    acceptTicks(0, 118_000);
    passUntil(ticks, statedAt + 119_999);
    expect(retainedAfter()).toEqual([0]);
    passUntil(ticks, statedAt + 120_000);
    expect(retainedAfter()).toEqual([0, 118_000]);
  });

  it('include closes after a start whose entry was logged', () => {
    expectCloses(ticks, 'EURUSD', statedAt + 200, [2, 3]);
    acceptTicks(120_000, 120_300, 180_150, 180_250);
    expect(retainedAfter()).toEqual([120_000, 180_150]);
  });
});
