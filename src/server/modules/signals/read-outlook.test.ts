import { describe, expect, it } from 'vitest';
import type { Outlook } from '#contract/signals.ts';
import { minuteMs } from '#domain/time.ts';
import type { StatedMinutes } from '#server/modules/record/record.api.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { createBoard } from '#engine/forecast/board.ts';
import { aForecast, aForecaster, localModels } from '#tests/support/record/stated-forecasts.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
import { paying } from '#tests/support/market/paying.ts';
import type { TraderPayouts } from '#server/modules/payouts/payouts.api.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { noDatabase, testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { readOutlook, readPairOutlook } from './read-outlook.ts';

/** Tuesday, 10:00:20 and 17:30:20 in New York. */
const byDay = Date.parse('2026-03-03T15:00:20.000Z');

interface Scene {
  readonly now?: number;
  readonly excludesThinHours?: boolean;
  readonly isVipOpen?: boolean;
  readonly stale?: readonly string[];
  readonly recorded?: StatedMinutes;
  readonly exclude?: readonly string[];
  readonly symbol?: string;
  readonly payouts?: TraderPayouts;
}

async function outlook(scene: Scene = {}) {
  const { now = byDay, excludesThinHours = true, isVipOpen = false, stale = [], recorded } = scene;
  const { exclude = [], symbol: chosen, payouts = paying(0.82) } = scene;
  const board = createBoard();
  const put = (model: AiModelKey, symbol: string, passability: number): void =>
    board.put(aForecast({ model, symbol, passability, duration: 5, direction: 'BUY', now: now - 1_000 }));
  put('kurs_ai_v2', 'EURUSD', 58);
  put('kurs_ai_v2', 'GBPUSD', 54);
  put('kurs_ai_v1', 'EURUSD', 52);
  put('kurs_ai_v1', 'GBPUSD', 54.5);
  put('vip', 'EURUSD', 59);
  const platform = testPlatform(noDatabase, { clock: { now: () => now } });
  const market = {
    ...platform.market,
    board,
    feed: { ...platform.market.feed, symbols: ['EURUSD', 'GBPUSD'] },
    lastTick: (symbol: string) =>
      stale.includes(symbol) ? null : { symbol, time: now - 500, receivedAt: now - 500, bid: 1, ask: 1.1 },
  };
  const ctx = aSignalsContext(
    { ...platform, market },
    {
      config: testConfig({ tradingHours: { calendar: 'always', window: null, excludesThinHours } }),
      models: { forecasters: localModels.map(aForecaster), metadata: new Map(), unavailable: [] },
      record: { ...nothingRecorded, ...(recorded && { readStatedMinutes: async () => recorded }) },
    },
  );
  const { models } = await readOutlook(ctx, { isVipOpen, exclude, symbol: chosen, payouts });
  const atFive = models.map(({ aiModel, durations }) => [aiModel, durations.find(({ interval }) => interval === 5)]);
  return {
    seen: Object.fromEntries(atFive) as Record<string, Outlook['models'][number]['durations'][number]>,
    pairs: readPairOutlook(ctx, { isVipOpen, payouts }, 5).pairs,
  };
}

const decidedAt = '2026-03-03T15:00:19.000Z';

describe('the outlook', () => {
  it('has the best forecast of each model as it was decided, without its direction', async () => {
    const { seen } = await outlook();
    const { best, reason } = seen.kurs_ai_v2 ?? expect.fail();
    expect({ best, reason }).toEqual({
      best: {
        symbol: 'EURUSD',
        passability: expect.closeTo(58, 9),
        decidedAt,
        payout: 0.82,
        breakEven: 1 / (1 + 0.82),
        hasEdge: true,
      },
      reason: null,
    });
  });

  it('names what is best without an edge, and the reason', async () => {
    const best = { symbol: 'GBPUSD', passability: expect.closeTo(54.5, 9), hasEdge: false };
    expect((await outlook()).seen.kurs_ai_v1).toMatchObject({ best, reason: 'below_threshold' });
  });

  it('is of the payouts of its reader', async () => {
    const payouts = paying(0.82, { GBPUSD: 0.92 });
    const best = { symbol: 'GBPUSD', payout: 0.92, breakEven: 1 / (1 + 0.92), hasEdge: true };
    expect((await outlook({ payouts })).seen.kurs_ai_v1).toMatchObject({ best, reason: null });
  });

  it('leaves excluded pairs out while there are others', async () => {
    expect((await outlook({ exclude: ['EURUSD'] })).seen.kurs_ai_v2).toMatchObject({ best: { symbol: 'GBPUSD' } });
    const exclude = ['EURUSD', 'GBPUSD'];
    expect((await outlook({ exclude })).seen.kurs_ai_v2).toMatchObject({ best: { symbol: 'EURUSD' } });
  });

  it('has what the best local model says of one pair for the manual model, and of every pair in its list', async () => {
    expect((await outlook()).seen.manual).toMatchObject({ best: null });
    const { seen, pairs } = await outlook({ symbol: 'GBPUSD' });
    expect(seen.manual).toMatchObject({ best: { symbol: 'GBPUSD', passability: expect.closeTo(54.5, 9) } });
    expect(pairs).toMatchObject([
      { symbol: 'EURUSD', passability: expect.closeTo(58, 9), hasEdge: true },
      { symbol: 'GBPUSD', passability: expect.closeTo(54.5, 9), hasEdge: false },
    ]);
  });

  it('sees nothing where the price is stale', async () => {
    expect((await outlook({ stale: ['EURUSD', 'GBPUSD'] })).seen.kurs_ai_v2).toMatchObject({ best: null });
    expect((await outlook({ stale: ['EURUSD'] })).seen.kurs_ai_v2).toMatchObject({ best: { symbol: 'GBPUSD' } });
  });

  it('states how often a model had an edge at this hour of the day and at the payout of its reader', async () => {
    const minutes = Array.from({ length: 60 }, (_, i) => Date.parse('2026-03-02T15:00:00.650Z') + i * minuteMs);
    const getHighest = (model: AiModelKey): number[] =>
      minutes.map((_, i) => (model === 'kurs_ai_v2' ? (i < 15 ? 57 : i < 30 ? 53 : 0) : 52));
    const recorded = { minutes, getHighest };
    const often = (await outlook({ recorded })).seen;
    expect(often.kurs_ai_v2?.minutes).toBe(4);
    expect(often.kurs_ai_v1?.minutes).toBeNull();
    expect((await outlook({ recorded, payouts: paying(0.9) })).seen.kurs_ai_v2?.minutes).toBe(2);
    const early = await outlook({ recorded: { minutes: minutes.slice(1), getHighest } });
    expect(early.seen.kurs_ai_v2?.minutes).toBeNull();
  });
});
