import { describe, expect, it } from 'vitest';
import type { Bar } from '#engine/bar/bar.ts';
import { silentLog } from '#tests/support/silent-log.ts';
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
      closeMinutes: () => [],
    },
  });
  return { backfill, state, requested, filled };
}

describe('a feed that is down', () => {
  it('is reported once, not once per pair', async () => {
    const warnings: unknown[] = [];
    const backfill = createBarBackfill({
      clock: { now: () => start },
      log: { warn: (error: unknown) => void warnings.push(error) },
      marketData: {
        symbols: ['EURUSD', 'GBPUSD', 'USDJPY'],
        backfill: () => Promise.reject(new Error('no such host')),
      },
      pipeline: { fill: () => [], markGap: () => undefined, closeMinutes: () => [] },
    });
    await backfill.seed();
    expect(warnings).toEqual([{ pairs: 3, reasons: ['no such host'] }]);
  });
});

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

  it('is requested for a gap once the minute in which the gap ended has ended', async () => {
    const { backfill, state, requested } = aBackfill();
    backfill.markGap(['EURUSD'], start - 5 * minuteMs, null);
    await backfill.poll();
    backfill.markGap(['EURUSD'], start - 5 * minuteMs, start);
    state.now = minute + minuteMs + 399;
    await backfill.poll();
    expect(requested).toEqual([]);
    state.now += 1;
    await backfill.poll();
    expect(requested).toEqual(['EURUSD 7']);
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
