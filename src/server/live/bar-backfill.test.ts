import { describe, expect, it, vi } from 'vitest';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { logTo, silentLog } from '#tests/support/silent-log.ts';
import { minuteMs } from '#domain/time.ts';
import { createBarBackfill } from './bar-backfill.ts';

const start = Date.parse('2026-03-02T09:00:20.000Z');
const minute = Date.parse('2026-03-02T09:00:00.000Z');

function aBackfill() {
  const state = { now: start, isAway: false };
  const requested: string[] = [];
  const filled: string[] = [];
  const backfill = createBarBackfill({
    clock: { now: () => state.now },
    log: silentLog,
    marketData: {
      symbols: ['EURUSD'],
      offer: () => null,
      backfill: async (symbol, _until, count): Promise<Bar[]> => {
        requested.push(`${symbol} ${count}`);
        if (state.isAway) throw new Error('the feed is unavailable');
        return [];
      },
    },
    pipeline: {
      fill: (symbol) => {
        filled.push(symbol);
        return [];
      },
      markGap: () => undefined,
      leaveOut: () => undefined,
    },
  });
  return { backfill, state, requested, filled };
}

describe('history filled by back-fill only', () => {
  it('is requested at the start, and again after ten seconds while the feed is down', async () => {
    const { backfill, state, requested, filled } = aBackfill();
    state.isAway = true;
    await backfill.seed();
    expect(requested).toEqual(['EURUSD 1501']);
    state.now += 9_999;
    await backfill.poll();
    expect(filled).toEqual([]);
    state.isAway = false;
    state.now += 1;
    await backfill.poll();
    expect(filled).toEqual(['EURUSD']);
    await backfill.poll();
    expect(requested).toHaveLength(2);
  });

  it('is requested for a gap at once, and for the minute in which it ended when that has ended', async () => {
    const { backfill, state, requested } = aBackfill();
    backfill.markGap(['EURUSD'], start - 5 * minuteMs, null);
    await backfill.poll();
    backfill.markGap(['EURUSD'], start - 5 * minuteMs, start);
    await backfill.poll();
    expect(requested.splice(0)).toEqual(['EURUSD 6']);
    state.now = minute + minuteMs + 399;
    await backfill.poll();
    expect(requested).toEqual([]);
    state.now += 1;
    await backfill.poll();
    expect(requested).toEqual(['EURUSD 3']);
  });

  it('is requested for the first minute when it has ended', async () => {
    const { backfill, state, requested } = aBackfill();
    backfill.leaveOutFirstMinute();
    await backfill.poll();
    expect(requested).toEqual([]);
    state.now = minute + minuteMs + 400;
    await backfill.poll();
    expect(requested).toEqual(['EURUSD 2']);
  });
});

describe('a feed that limits its calls', () => {
  it('is asked first for the newest bars of every pair, in one call each, and then for those before them', async () => {
    const held: (() => void)[] = [];
    const requested: string[] = [];
    const state = { now: start };
    const backfill = createBarBackfill({
      clock: { now: () => state.now++ },
      log: silentLog,
      marketData: {
        symbols: ['EURUSD', 'USDJPY'],
        offer: () => null,
        callLimits: { windows: [{ calls: 110, ms: minuteMs }], rowsPerCall: 1_000 },
        backfill: (symbol, _until, count, { priority } = {}) => {
          requested.push(`${priority} ${symbol} ${count}`);
          return new Promise((resolve) => held.push(() => resolve([])));
        },
      },
      pipeline: { fill: () => [], markGap: () => undefined, leaveOut: () => undefined },
    });
    // Before the history is requested: as long as it takes, not the next close.
    expect(backfill.readyInMs(1)).toBe(200);
    void backfill.seed();
    void backfill.poll();
    expect(requested.splice(0)).toEqual(['recent EURUSD 999', 'recent USDJPY 999']);
    expect([backfill.isFetching(), backfill.readyInMs(1)]).toEqual([true, 200]);
    for (const release of held.splice(0)) release();
    await vi.waitFor(() => expect(backfill.isFetching()).toBe(false));
    void backfill.poll();
    expect(requested).toEqual(['calibration EURUSD 504', 'calibration USDJPY 504']);
    expect([backfill.isFetching(), backfill.readyInMs(1)]).toEqual([false, expect.closeTo(40_400, -2)]);
    // Just after the close: its minute is about to be stated, and the next close is not waited for.
    state.now = start + 41_000;
    expect(backfill.readyInMs(1)).toBe(1_000);
    state.now = start + 45_000;
    expect(backfill.readyInMs(1)).toBeGreaterThan(50_000);
  });
});

describe('a pair that the feed does not offer', () => {
  it('is not requested again, and its history is once it is offered', async () => {
    const pairs = ['EURUSD', 'GBPUSD'];
    const requested: string[] = [];
    const warnings: Record<string, unknown>[] = [];
    const state = { now: start, offered: ['EURUSD'] };
    const backfill = createBarBackfill({
      clock: { now: () => state.now },
      log: logTo(warnings),
      marketData: {
        symbols: pairs,
        offer: () => ({ offered: state.offered, notOffered: pairs.filter((pair) => !state.offered.includes(pair)) }),
        backfill: async (symbol) => {
          requested.push(symbol);
          return [];
        },
      },
      pipeline: { fill: () => [], markGap: () => undefined, leaveOut: () => undefined },
    });
    await backfill.seed();
    backfill.addPairs(state.offered);
    state.now += 60 * minuteMs;
    await backfill.poll();
    expect(requested).toEqual(['EURUSD']);
    state.offered = pairs;
    backfill.addPairs(pairs);
    await backfill.poll();
    expect(requested).toEqual(['EURUSD', 'GBPUSD']);
    expect(warnings).toEqual([]);
  });
});

describe('a pair whose history fails again and again', () => {
  it('is requested less and less often, at last every ten minutes', async () => {
    const { backfill, state, requested } = aBackfill();
    state.isAway = true;
    await backfill.seed();
    for (let second = 0; second < 60 * 60; second += 1) {
      state.now += 1_000;
      await backfill.poll();
    }
    // At the start, after 10, 20, 40, 80, 160 and 320 seconds, and then four times in ten minutes.
    expect(requested).toHaveLength(1 + 6 + 4);
  });
});
