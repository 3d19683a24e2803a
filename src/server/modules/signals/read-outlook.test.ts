import { describe, expect, it } from 'vitest';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { createBoard } from '#engine/forecast/board.ts';
import { aForecast } from '#tests/support/stated-forecasts.ts';
import { createReadOutlook } from './read-outlook.ts';

/** Tuesday, 10:00:20 and 17:30:20 in New York. */
const byDay = Date.parse('2026-03-03T15:00:20.000Z');
const thinHour = Date.parse('2026-03-03T22:30:20.000Z');

interface Scene {
  readonly now?: number;
  readonly includeThinHours?: boolean;
  readonly isVipOpen?: boolean;
  readonly stale?: readonly string[];
}

function outlook({ now = byDay, includeThinHours = false, isVipOpen = false, stale = [] }: Scene = {}) {
  const board = createBoard();
  const put = (model: AiModelKey, symbol: string, passability: number): void =>
    board.put(aForecast({ model, symbol, passability, duration: 5, direction: 'BUY', now: now - 1_000 }));
  put('kurs_ai_v2', 'EURUSD', 58);
  put('kurs_ai_v2', 'GBPUSD', 54);
  put('kurs_ai_v1', 'EURUSD', 52);
  put('kurs_ai_v1', 'GBPUSD', 54.5);
  put('vip', 'EURUSD', 59);
  const read = createReadOutlook({
    market: {
      board,
      feed: { id: 'simulated:1', kind: 'simulated', isLive: false, symbols: ['EURUSD', 'GBPUSD'] },
      lastTick: (symbol) =>
        stale.includes(symbol) ? null : { symbol, time: now - 500, receivedAt: now - 500, bid: 1, ask: 1.1 },
    },
    catalogue: { localModels: () => ['kurs_ai_v1', 'kurs_ai_v2', 'vip'] },
    clock: { now: () => now },
    includeThinHours,
  });
  return Object.fromEntries(read({ interval: 5, isVipOpen }).models.map(({ aiModel, ...rest }) => [aiModel, rest]));
}

describe('the outlook', () => {
  it('says which models would issue a signal now, without naming its pair', () => {
    expect(outlook().kurs_ai_v2).toEqual({ hasSignal: true, nearest: null });
  });

  it('names the nearest miss of a model that abstains, and its threshold', () => {
    const nearest = { symbol: 'GBPUSD', passability: expect.closeTo(54.5, 0), signalFrom: 55 };
    expect(outlook().kurs_ai_v1).toEqual({ hasSignal: false, nearest });
  });

  it('leaves out the VIP model unless it is open to the caller', () => {
    expect(outlook().vip).toBeUndefined();
    expect(outlook({ isVipOpen: true }).vip).toMatchObject({ hasSignal: true });
  });

  it('sees no signal in thin hours unless these are included', () => {
    expect(outlook({ now: thinHour }).kurs_ai_v2).toMatchObject({ hasSignal: false });
    expect(outlook({ now: thinHour, includeThinHours: true }).kurs_ai_v2).toMatchObject({ hasSignal: true });
  });

  it('sees nothing where the price is stale', () => {
    expect(outlook({ stale: ['EURUSD', 'GBPUSD'] }).kurs_ai_v2).toEqual({ hasSignal: false, nearest: null });
    expect(outlook({ stale: ['EURUSD'] }).kurs_ai_v2).toMatchObject({ hasSignal: false });
  });
});
