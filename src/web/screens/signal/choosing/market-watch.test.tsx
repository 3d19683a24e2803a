import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Price } from '#contract/signals.ts';
import { eventHub } from '#web/api/event-hub.ts';
import { anOutlook, aSilentOutlook, iso } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { MarketWatch, watchedPairs } from './market-watch.tsx';

const prices: Readonly<Record<string, number>> = { EURUSD: 1.1, USDJPY: 150 };

/** The prices along the axis of the chart. */
const axis = (): number[] =>
  [...document.querySelectorAll('figure .axis')].map((label) => Number(label.textContent)).filter(Boolean);

test('another pair’s chart has nothing of the pair before', async () => {
  const listeners = new Set<(tick: Price) => void>();
  vi.spyOn(eventHub, 'on').mockImplementation((name, listener) => {
    if (name === 'tick') listeners.add(listener as (tick: Price) => void);
    return () => undefined;
  });
  const time = iso(Math.floor(Date.now() / 60_000) * 60_000);
  const bars = (symbol: string) =>
    [1, 1.0005].map((factor) => {
      const price = (prices[symbol] ?? 1) * factor;
      return { time, open: price, high: price, low: price, close: price };
    });
  stubServer({
    'GET /python_api/bars/EURUSD': bars('EURUSD').slice(0, 1),
    'GET /python_api/bars/USDJPY': bars('USDJPY').slice(0, 1),
    'GET /python_api/bars/GBPUSD': [],
    'GET /python_api/bars/AUDUSD': [],
    'GET /python_api/bars/USDCAD': [],
  });
  const user = renderPage(<MarketWatch outlook={anOutlook()} />);
  const show = (pair: string) => user.click(screen.getByRole('radio', { name: new RegExp(pair) }));
  const tick = (symbol: string) =>
    act(() => {
      const price = (prices[symbol] ?? 1) * 1.0002;
      for (const listener of listeners) listener({ symbol, price, bid: price, ask: price, time });
    });
  for (const [pair, symbol] of [
    ['EUR/USD', 'EURUSD'],
    ['USD/JPY', 'USDJPY'],
    ['EUR/USD', 'EURUSD'],
  ] as const) {
    await show(pair);
    tick(symbol);
    await vi.waitFor(() => expect(axis()).toHaveLength(5));
    for (const label of axis()) expect(label / (prices[symbol] ?? 1)).toBeCloseTo(1, 2);
  }
});

test('the points to an edge are those between the figures shown', () => {
  const outlook = aSilentOutlook('below_threshold');
  const models = outlook.models.map((model) => ({
    ...model,
    durations: model.durations.map((one) => ({
      ...one,
      best: one.best && { ...one.best, symbol: 'EURUSD', passability: 52.854, breakEven: 0.54945 },
    })),
  }));
  // 54.9 less 52.9, not 2.091.
  expect(watchedPairs({ ...outlook, models })[0]).toEqual({ symbol: 'EURUSD', missing: 2 });
});
