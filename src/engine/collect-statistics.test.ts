import { describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#domain/time.ts';
import { aLogisticFile, aMarketFile } from '#tests/support/market/model-files.ts';
import { wanderingMarket } from '#tests/support/market/wandering-bars.ts';
import { collectStatistics } from './collect-statistics.ts';
import { countDecisions } from './forecast/calibration/calibration-statistics.ts';
import { parseForecaster } from './forecast/parse-forecaster.ts';

const from = Date.parse('2018-03-07T22:00:00Z');
const warmUp = 1_000;
const hours = 8;
const to = from + hours * 60 * minuteMs;
const market = wanderingMarket({ start: from - warmUp * minuteMs, count: warmUp + (hours + 4) * 60 });
const forecasters = [aLogisticFile(), aMarketFile()].map((file) => parseForecaster(JSON.stringify(file)));
const until = (end: number) => new Map([...market].map(([symbol, bars]) => [symbol, bars.filter((b) => b.time < end)]));

describe('what came of the forecasts of a period', () => {
  const collected = collectStatistics(forecasters, market, { from, to });

  it('is counted for every model, each pair every third minute', () => {
    const all = market.size * 5 * hours * 20;
    expect([...collected.keys()]).toEqual(forecasters.map(({ key }) => key));
    for (const statistics of collected.values()) {
      expect(countDecisions(statistics)).toBeGreaterThan(0.9 * all);
      expect(countDecisions(statistics)).toBeLessThanOrEqual(all);
    }
  });

  it('is the same to the bit without any bar after the period', () => {
    expect(collectStatistics(forecasters, until(to), { from, to })).toEqual(collected);
  });

  it('follows from the bars of the period and those before it, whatever the earlier periods were', () => {
    const later = collectStatistics(forecasters, market, { from: from + 4 * 60 * minuteMs, to });
    const earlier = collectStatistics(forecasters, until(from + 4 * 60 * minuteMs), {
      from,
      to: from + 4 * 60 * minuteMs,
    });
    for (const { key } of forecasters) {
      const [whole, a, b] = [collected, earlier, later].map((one) => one.get(key));
      const sum = countDecisions(a ?? whole!) + countDecisions(b ?? whole!);
      // Decisions whose last price lies in the later period belong to neither.
      expect(countDecisions(whole!) - sum).toBeGreaterThan(0);
      expect(countDecisions(whole!) - sum).toBeLessThan(market.size * 5 * 4);
    }
  });

  it('is empty without bars', () => {
    const none = collectStatistics(forecasters, new Map([['EURUSD', []]]), { from, to: from + dayMs });
    expect([...none.values()].map(countDecisions)).toEqual([0, 0]);
  });
});
