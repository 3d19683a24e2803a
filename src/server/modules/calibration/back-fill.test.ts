import { describe, expect, it } from 'vitest';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { isMarketOpen, tradingDaysBefore } from '#domain/market/trading-hours.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { emptyStatistics, writeStatistics } from '#engine/forecast/calibration/calibration-statistics.ts';
import { createCallBudget } from '#server/integrations/market-data/live/call-budget.ts';
import type { BackfillOptions, MarketData } from '#server/integrations/market-data/market-data.ts';
import { createOandaMarket } from '#server/integrations/market-data/oanda-market.ts';
import { createDerivMarket } from '#server/integrations/market-data/deriv-market.ts';
import { createBarBackfill } from '#server/live/bar-backfill.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
import { aForecaster } from '#tests/support/record/stated-forecasts.ts';
import { aSilentMarket, testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { estimateCalibratedAt, fillDays, listFirstDays } from './fill-days.ts';
import { openCalibration } from './calibration-context.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

/** A Wednesday. */
const startsAt = Date.parse('2026-03-04T12:00:00.000Z');
const hours = { calendar: 'forex', holidays: [], window: null } as const;
/** As in the estimate: an answer of a public feed, and a day that is judged. */
const [answerMs, judgeMs] = [300, 2_000];
const allPairs = currencyPairs.map(({ symbol }) => symbol);

type Connected = Pick<Parameters<typeof createDerivMarket>[0], 'clock' | 'scheduler' | 'symbols'>;
const common = { chance: () => 0, isMarketOpen: () => true };
const feeds: Readonly<Record<string, (connected: Connected) => MarketData>> = {
  deriv: (connected) => createDerivMarket({ ...common, ...connected }),
  oanda: (connected) =>
    createOandaMarket({ ...common, ...connected, streamUrl: '', apiUrl: '', account: '', token: '' }),
};
/** What the vendors document: https://developers.deriv.com/docs/limits, 100 a second. */
const documented: Readonly<Record<string, { readonly aMinute: number; readonly aDay: number }>> = {
  deriv: { aMinute: 220, aDay: 24 * 14_400 },
  oanda: { aMinute: 6_000, aDay: dayMs },
};

const database = sharedByTests(createTestDatabase);

/** Fills the history from nothing, in virtual time, which passes in calls, judging and the budget. */
async function fillHistory(name: string, pairCount: number, days: number) {
  const virtual = createVirtualTime(startsAt);
  const { clock, scheduler } = virtual;
  const wanted = allPairs.slice(0, pairCount);
  const market = feeds[name]?.({ clock, scheduler, symbols: wanted });
  const limits = market?.callLimits;
  if (!market || !limits) throw new Error(`${name} has no limits`);
  const symbols = market.offer()?.offered ?? wanted;
  const feed = { id: `${name} ${pairCount}`, kind: market.kind, isLive: true, symbols, notOffered: [] };
  /** When the budget has room again. */
  let roomAt = startsAt;
  const after: typeof scheduler.after = (ms, task) => {
    roomAt = clock.now() + ms;
    return scheduler.after(ms, task);
  };
  const { signal } = new AbortController();
  const budget = createCallBudget({ ...limits, clock, scheduler: { after }, signal });
  const calls: number[] = [];
  let waiting = 0;
  const backfill = async (_: string, __: number, count: number, options: BackfillOptions = {}) => {
    for (let call = 0; call < Math.ceil(count / limits.rowsPerCall); call += 1) {
      waiting += 1;
      await budget.takeTurn(options.priority, options.signal);
      waiting -= 1;
      calls.push(clock.now());
      if (options.priority !== 'recent') virtual.advance(answerMs);
    }
    return [];
  };
  let isFilled = false;
  const passTime = async (): Promise<void> => {
    while (!isFilled) {
      await new Promise((resolve) => setImmediate(resolve));
      if (waiting > 0) virtual.advance(Math.max(0, roomAt - clock.now()));
    }
  };
  const marketData = { ...aSilentMarket(symbols), backfill, callLimits: limits };
  const pipeline = { fill: () => [], markGap: () => undefined, leaveOut: () => undefined };
  const recent = createBarBackfill({ marketData, pipeline, clock, log: silentLog });
  const ends = tradingDaysBefore(startsAt, days);
  const platform = testPlatform(database, { time: virtual });
  const ctx = openCalibration({
    ...platform,
    engine: { ...platform.engine, feed, bars: () => [] },
    market: { ...platform.market, feed },
    config: testConfig({ calibrationDays: days, tradingHours: hours }),
    models: {
      forecasters: [{ ...aForecaster('kurs_ai_v1'), version: '1.aaaa' }],
      metadata: new Map(),
      unavailable: [],
    },
    record: nothingRecorded,
    marketData,
    startJudging: () => ({
      judge: async ({ to }) => {
        if (isMarketOpen(hours, to - dayMs / 2)) virtual.advance(judgeMs);
        return new Map([['kurs_ai_v1', writeStatistics(emptyStatistics())]]);
      },
      close: async () => undefined,
    }),
  });
  const firstDays = listFirstDays(ctx, ends);
  let judged = 0;
  let firstAt = 0;
  const estimatedAt = await estimateCalibratedAt(ctx);
  const passing = passTime();
  const seeding = recent.seed();
  recent.leaveOutFirstMinute();
  await fillDays(ctx, ends, signal, async () => {
    judged += 1;
    await recent.poll();
    if (judged === firstDays.length) firstAt = clock.now();
  });
  await seeding;
  isFilled = true;
  await passing;
  return { calls, firstAt, estimatedAt: estimatedAt ?? Number.NaN };
}

const mostWithin = (calls: readonly number[], ms: number): number =>
  Math.max(...calls.map((from) => calls.filter((at) => at >= from && at < from + ms).length));
const minutesSince = (at: number): number => Math.ceil((at - startsAt) / minuteMs);

describe('the history of a feed', () => {
  // Written into docs/operating.md.
  it.each([
    ['deriv', 6, 2],
    ['deriv', 12, 4],
    ['deriv', 28, 10],
    ['oanda', 6, 1],
    ['oanda', 12, 2],
    ['oanda', 28, 4],
  ])(
    'of %s with %i pairs calibrates after %i minutes, as estimated, within the calls that it allows',
    async (name, pairs, minutes) => {
      const { calls, firstAt, estimatedAt } = await fillHistory(name, pairs, 15);
      expect(mostWithin(calls, minuteMs)).toBeLessThanOrEqual(documented[name]?.aMinute ?? 0);
      expect(mostWithin(calls, dayMs)).toBeLessThanOrEqual(documented[name]?.aDay ?? 0);
      expect({ measured: minutesSince(firstAt), estimated: minutesSince(estimatedAt) }).toEqual({
        measured: minutes,
        estimated: minutes,
      });
    },
  );
});
