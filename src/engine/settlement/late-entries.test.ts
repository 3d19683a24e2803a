import { describe, expect, it } from 'vitest';
import type { DecidingTick } from '#engine/signal/enter.ts';
import { lateEntries } from './settle.ts';

const issuedAt = Date.parse('2026-03-02T09:00:00.000Z');
const tick = (afterMs: number, mid = 1.1): DecidingTick => ({
  time: issuedAt + afterMs,
  bid: mid - 0.00001,
  ask: mid + 0.00001,
});
const toLate = (ticks: readonly DecidingTick[], result: 'successful' | 'void' = 'successful') =>
  lateEntries({ issuedAt }, { result }, (time) => ticks.find((one) => one.time >= time) ?? null, 5);

describe('late entries of a signal', () => {
  it('are the first ticks at or after 5, 10, 20 and 30 seconds', () => {
    const ticks = [tick(4_999), tick(5_000, 1.1001), tick(9_000), tick(10_300, 1.1002), tick(20_001), tick(33_000)];
    expect(toLate(ticks)).toEqual([
      { delay: 5, openPrice: 1.1001, afterMs: 5_000 },
      { delay: 10, openPrice: 1.1002, afterMs: 10_300 },
      { delay: 20, openPrice: 1.1, afterMs: 20_001 },
      { delay: 30, openPrice: 1.1, afterMs: 33_000 },
    ]);
  });

  it('leave out a delay whose first tick comes after five more seconds', () => {
    expect(toLate([tick(10_001), tick(35_000)]).map(({ delay }) => delay)).toEqual([10, 30]);
    expect(toLate([tick(35_001)])).toEqual([]);
  });

  it('are none of a void signal', () => {
    expect(toLate([tick(5_000)], 'void')).toEqual([]);
  });
});
