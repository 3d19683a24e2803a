import { describe, expect, test } from 'vitest';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { readMarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { mix, normal } from '#server/integrations/market-data/simulated/noise.ts';
import { createTickMaker } from '#server/integrations/market-data/simulated/tick-maker.ts';
import { computeGrid, measureMarket, reversalWindows, tieHorizons } from './market-statistics.ts';

/** A Monday. */
const from = Date.UTC(2018, 0, 8);
const minutes = 4 * 1_440;

/**
 * Bars of a synthetic price: `price(m)` at the end of minute m; each opens at the previous close.
 */
function gridFrom(price: (minute: number) => number) {
  const time = Float64Array.from({ length: minutes }, (_, m) => from + m * 60_000);
  const close = time.map((_, m) => price(m));
  const open = close.map((value, m) => (m === 0 ? value : (close[m - 1] ?? value)));
  const high = open.map((value, m) => Math.max(value, close[m] ?? value));
  const low = open.map((value, m) => Math.min(value, close[m] ?? value));
  return computeGrid(time, { open, high, low, close });
}

describe('statistics of a known process', () => {
  let walk = 0;
  const steps = Array.from({ length: minutes }, (_, m) => (walk += 0.0001 * normal(mix(m))));

  test('a random walk has its own deviation and no memory', () => {
    const { deviation, autocorrelation, meanAbsolute } = measureMarket(
      gridFrom((m) => Math.exp(steps[m] ?? 0)),
      5,
    );
    expect(deviation * 10_000).toBeCloseTo(1, 1);
    expect(Math.abs(autocorrelation[0] ?? 1)).toBeLessThan(0.04);
    expect(meanAbsolute).toBeCloseTo(Math.sqrt(2 / Math.PI), 1);
  });

  test('a price that alternates always reverses, and ties at even distances', () => {
    const { autocorrelation, tieRate, fadeWinRate } = measureMarket(
      gridFrom((m) => (m % 2 === 0 ? 1.1 : 1.1005)),
      5,
    );
    expect(autocorrelation[0]).toBeCloseTo(-1, 2);
    expect(tieRate[tieHorizons.indexOf(2)]).toBe(1);
    expect(fadeWinRate[tieHorizons.indexOf(3)]).toBe(1);
  });
});

test('the committed parameters simulate a market whose moves reverse most around 17:00 New York', () => {
  const pairs = currencyPairs.filter(({ symbol }) => ['EURUSD', 'AUDCHF', 'USDCAD'].includes(symbol));
  const maker = createTickMaker(readMarketParameters(), 1, pairs);
  const bars = Array.from({ length: 15 * 1_440 }, (_, m) => maker.bars(from + m * 60_000));
  const window = reversalWindows.findIndex(({ past, future }) => past === 5 && future === 5);
  const reversal = pairs.map((_, p) => {
    const rows = bars.flatMap((minute) => minute[p] ?? []);
    const column = (name: 'open' | 'high' | 'low' | 'close') => Float64Array.from(rows, (bar) => bar[name]);
    const columns = { open: column('open'), high: column('high'), low: column('low'), close: column('close') };
    const { reversalByHour } = measureMarket(
      computeGrid(
        Float64Array.from(rows, (bar) => bar.time),
        columns,
      ),
      5,
    );
    const mean = (hours: readonly number[]) =>
      hours.reduce((sum, hour) => sum + (reversalByHour[hour]?.[window] ?? 0), 0) / hours.length;
    return { rollover: mean([16, 17, 18, 19]), day: mean([4, 6, 8, 10, 12, 14]) };
  });
  const average = (pick: (one: (typeof reversal)[number]) => number) =>
    reversal.reduce((sum, one) => sum + pick(one), 0) / reversal.length;
  expect(average((one) => one.rollover)).toBeLessThan(-0.05);
  expect(average((one) => one.rollover)).toBeGreaterThan(-0.15);
  expect(average((one) => one.day)).toBeGreaterThan(average((one) => one.rollover));
});
