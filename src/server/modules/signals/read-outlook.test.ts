import { describe, expect, it } from 'vitest';
import type { Outlook } from '#contract/signals.ts';
import { minuteMs } from '#domain/time.ts';
import type { StatedSignals } from '#server/modules/record/record.api.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { createBoard } from '#engine/forecast/board.ts';
import { aForecast } from '#tests/support/record/stated-forecasts.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
import { createForecastChoice } from './create-signals.ts';

/** Tuesday, 10:00:20 and 17:30:20 in New York. */
const byDay = Date.parse('2026-03-03T15:00:20.000Z');

interface Scene {
  readonly now?: number;
  readonly excludesThinHours?: boolean;
  readonly isVipOpen?: boolean;
  readonly stale?: readonly string[];
  readonly recorded?: StatedSignals;
}

async function outlook({ now = byDay, excludesThinHours = true, isVipOpen = false, stale = [], recorded }: Scene = {}) {
  const board = createBoard();
  const put = (model: AiModelKey, symbol: string, passability: number): void =>
    board.put(aForecast({ model, symbol, passability, duration: 5, direction: 'BUY', now: now - 1_000 }));
  put('kurs_ai_v2', 'EURUSD', 58);
  put('kurs_ai_v2', 'GBPUSD', 54);
  put('kurs_ai_v1', 'EURUSD', 52);
  put('kurs_ai_v1', 'GBPUSD', 54.5);
  put('vip', 'EURUSD', 59);
  const { readOutlook } = createForecastChoice({
    market: {
      board,
      feed: { id: 'simulated:1', kind: 'simulated', isLive: false, symbols: ['EURUSD', 'GBPUSD'], notOffered: [] },
      readyInMs: () => 0,
      lastTick: (symbol) =>
        stale.includes(symbol) ? null : { symbol, time: now - 500, receivedAt: now - 500, bid: 1, ask: 1.1 },
    },
    catalogue: { localModels: () => ['kurs_ai_v1', 'kurs_ai_v2', 'vip'], requireAvailable: () => undefined },
    llmModels: { forecastFor: () => Promise.reject(new Error('not used')) },
    clock: { now: () => now },
    hours: { calendar: 'always', window: null, excludesThinHours },
    payout: 0.82,
    ...nothingRecorded,
    ...(recorded && { readStatedSignals: async () => recorded }),
  });
  const { models } = await readOutlook({ isVipOpen });
  const atFive = models.map(({ aiModel, durations }) => [aiModel, durations.find(({ interval }) => interval === 5)]);
  return Object.fromEntries(atFive) as Record<string, Outlook['models'][number]['durations'][number]>;
}

describe('the outlook', () => {
  it('says which models would issue a signal now, without naming its pair', async () => {
    expect((await outlook()).kurs_ai_v2).toMatchObject({ hasSignal: true, best: null, reason: null });
  });

  it('names what is best of a model that abstains, its threshold and the reason', async () => {
    const best = { symbol: 'GBPUSD', passability: expect.closeTo(54.5, 0), signalFrom: 55, signal: 'BUY' };
    expect((await outlook()).kurs_ai_v1).toMatchObject({ hasSignal: false, best, reason: 'below_threshold' });
  });

  it('sees nothing where the price is stale', async () => {
    expect((await outlook({ stale: ['EURUSD', 'GBPUSD'] })).kurs_ai_v2).toMatchObject({ hasSignal: false, best: null });
    expect((await outlook({ stale: ['EURUSD'] })).kurs_ai_v2).toMatchObject({ hasSignal: false });
  });

  it('states how often a model had a signal at this hour of the day, from an hour of the record on', async () => {
    const minutes = Array.from({ length: 60 }, (_, i) => Date.parse('2026-03-02T15:00:00.650Z') + i * minuteMs);
    const signals = minutes.slice(0, 15).map((at) => ({
      at,
      model: 'kurs_ai_v2' as const,
      symbol: 'EURUSD',
      duration: 5 as const,
      passability: 57,
      outcome: 'successful' as const,
    }));
    const often = await outlook({ recorded: { minutes, signals } });
    expect(often.kurs_ai_v2?.edgeShare).toBe(0.25);
    expect(often.kurs_ai_v1?.edgeShare).toBe(0);
    expect((await outlook({ recorded: { minutes: minutes.slice(1), signals } })).kurs_ai_v2?.edgeShare).toBeNull();
  });
});
