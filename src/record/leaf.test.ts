import { hasEdge } from '#domain/signals/edge.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyPairs, priceDigits, roundPrice } from '#domain/market/currency-pair.ts';
import { durations } from '#domain/market/duration.ts';
import { minuteMs } from '#domain/time.ts';
import {
  byPairAndDuration,
  deriveResult,
  isInWindow,
  pairInTurn,
  type PairPrices,
  parseForecasts,
  parsePrices,
  type StatedForecast,
  writeForecasts,
  writePrices,
} from './lines.ts';
import { stateForecasts } from './state-minute.ts';

const pair = fc.constantFrom(...currencyPairs.map(({ symbol }) => symbol));
const forecast = fc.record({
  pair,
  duration: fc.constantFrom(...durations),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  probability: fc.integer({ min: 5_000, max: 10_000 }).map((hundredths) => hundredths / 100),
});
const tick = fc.option(fc.record({ points: fc.integer({ min: 1, max: 300_000 }), afterMs: fc.nat({ max: 600_000 }) }));

describe('a line of forecasts', () => {
  it('returns what was written, in its only order', () => {
    const forecasts = fc.uniqueArray(forecast, { selector: (one) => `${one.pair} ${one.duration}`, maxLength: 40 });
    fc.assert(
      fc.property(forecasts, (all) => {
        const line = writeForecasts({ model: 'kurs_ai_v2', forecasts: all });
        expect(parseForecasts(line)).toEqual({ model: 'kurs_ai_v2', forecasts: all.toSorted(byPairAndDuration) });
      }),
    );
  });

  it.each([
    'nobody EURUSD 2B51.07',
    'manual EURUSD 2B51.07',
    'kurs_ai_v2 ',
    'kurs_ai_v2 2B51.07',
    'kurs_ai_v2 EURUSD',
    'kurs_ai_v2 EURUSD GBPUSD 2B51.07',
    'kurs_ai_v2 GBPUSD 2B51.07 EURUSD 2B51.07',
    'kurs_ai_v2 EURUSD 2B51.07 EURUSD 3B51.07',
    'kurs_ai_v2 EURUSD 3B51.07 2B51.07',
    'kurs_ai_v2 EURUSD 2B51.07 2S51.07',
    'kurs_ai_v2 EURUSD 4B51.07',
    'kurs_ai_v2 EURUSD 2B51.7',
    'kurs_ai_v2 EURUSD 2B49.99',
    'kurs_ai_v2 EURUSD 2B100.01',
    'kurs_ai_v2 XXXYYY 2B51.07',
    'kurs_ai_v2  EURUSD 2B51.07',
  ])('is invalid: %s', (line) => expect(parseForecasts(line)).toBeNull());
});

describe('a line of prices', () => {
  it('returns what was written', () => {
    const closes = fc.uniqueArray(fc.record({ duration: fc.constantFrom(...durations), tick }), {
      selector: ({ duration }) => duration,
      minLength: 1,
    });
    fc.assert(
      fc.property(pair, tick, closes, (symbol, entry, all) => {
        const digits = priceDigits(symbol);
        const toTick = (one: typeof entry) =>
          one && { price: roundPrice(one.points / 10 ** digits, digits), afterMs: one.afterMs };
        const prices: PairPrices = {
          pair: symbol,
          entry: toTick(entry),
          closes: all
            .toSorted((a, b) => a.duration - b.duration)
            .map((one) => ({ duration: one.duration, tick: entry && toTick(one.tick) })),
        };
        expect(parsePrices(writePrices(prices))).toEqual(prices);
      }),
    );
  });

  it.each([
    'EURUSD',
    'EURUSD 1.10021@350',
    'EURUSD 1.1002@350 2:-',
    'EURUSD 1.100210@350 2:-',
    'EURUSD 01.10021@350 2:-',
    'EURUSD 1.10021@0350 2:-',
    'EURUSD 1.10021@-1 2:-',
    'EURUSD 0.00000@1 2:-',
    'EURUSD - 2:1.10021@120000',
    'EURUSD 1.10021@350 3:- 2:-',
    'EURUSD 1.10021@350 4:-',
    'USDJPY 150.00000@1 2:-',
    'XXXYYY - 2:-',
  ])('is invalid: %s', (line) => expect(parsePrices(line)).toBeNull());
});

it('has its entry within five seconds, and a close at most five seconds old at its expiry', () => {
  const entry = { price: 1, afterMs: 5_000 };
  const close = (afterMs: number) => ({ duration: 2 as const, tick: { price: 1, afterMs } });
  expect([isInWindow(entry), isInWindow({ ...entry, afterMs: 5_001 })]).toEqual([true, false]);
  expect([125_001, 125_000, 120_000, 119_999].map((ms) => isInWindow(entry, close(ms)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it('decides by the last digit of the pair, and is void without a price', () => {
  const forecasts: StatedForecast[] = [
    { pair: 'EURUSD', duration: 2, side: 'BUY', probability: 60 },
    { pair: 'EURUSD', duration: 3, side: 'SELL', probability: 60 },
    { pair: 'EURUSD', duration: 5, side: 'SELL', probability: 60 },
    { pair: 'EURUSD', duration: 7, side: 'BUY', probability: 60 },
  ];
  const prices = parsePrices('EURUSD 1.10000@1 2:1.10001@119999 3:1.10001@2 5:1.10000@3 7:-');
  expect(prices && forecasts.map((one) => deriveResult(one, prices))).toEqual([
    'successful',
    'unsuccessful',
    'neutral',
    'void',
  ]);
});

it('has an edge from two tenths of a point above break-even on, the VIP model from one', () => {
  const isEdge = (model: 'kurs_ai_v2' | 'vip', probability: number) => hasEdge({ model, probability, payout: 0.6 });
  expect([isEdge('kurs_ai_v2', 62.69), isEdge('kurs_ai_v2', 62.7)]).toEqual([false, true]);
  expect([isEdge('vip', 63.49), isEdge('vip', 63.5)]).toEqual([false, true]);
});

describe('a minute', () => {
  const pairs = ['AUDCAD', 'EURUSD', 'USDJPY'];
  const minute = 3 * 1_000_000 * minuteMs;
  const own = (symbol: string, pUp: number) =>
    durations.map((duration) => ({ model: 'vip', symbol, duration, pUp, passability: 100 * Math.max(pUp, 1 - pUp) }));
  const request = { models: ['vip'] as const, pairs, durations, minute, at: minute + minuteMs, without: [] };

  it('takes the pairs in turn, one a minute', () => {
    expect([0, 1, 2, 3].map((i) => pairInTurn(pairs, minute + i * minuteMs))).toEqual([...pairs, 'AUDCAD']);
  });

  it('states all of the pair in turn, and of others what is 52 % or more as of its time', () => {
    const forecasts = [...own('AUDCAD', 0.501), ...own('EURUSD', 0.47), ...own('USDJPY', 0.519)];
    expect(stateForecasts(forecasts, request)).toEqual([
      'vip AUDCAD 2B50.10 3B50.10 5B50.10 7B50.10 10B50.10 EURUSD 2S53.00 3S53.00 5S53.00 7S53.00 10S53.00',
    ]);
    const [aged] = stateForecasts(own('AUDCAD', 0.6), { ...request, at: minute + minuteMs + 30_000 }) ?? [];
    expect(aged).toContain('2B57.70');
  });

  it('is not stated while a model lacks a forecast of the pair in turn, unless it has no price', () => {
    expect(stateForecasts(own('AUDCAD', 0.6).slice(1), request)).toBeNull();
    expect(stateForecasts(own('AUDCAD', 0.6).slice(1), { ...request, without: ['AUDCAD'] })).toEqual(['vip']);
  });
});
