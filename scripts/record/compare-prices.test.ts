import { expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { createLeafChecks } from '#record/verify/check-leaves.ts';
import type { DecidingPrice } from '#record/verify/check-outcomes.ts';
import { createFindings } from '#record/verify/findings.ts';
import { createHonestLeaves } from '#tests/support/record/honest-record.ts';
import { origin, publishRecord } from '#tests/support/record/published-record.ts';
import { createPriceComparison, type PriceSource } from './compare-prices.ts';

const from = Date.parse('2026-03-02T00:00:00.000Z');
const minutes = 25 * 60;
const now = from + minutes * minuteMs;
const prices: DecidingPrice[] = [];
const checks = createLeafChecks(
  { now, origin, onPrice: (price) => prices.push(price) },
  createFindings(() => undefined),
);
for (const text of publishRecord(createHonestLeaves({ from, minutes, others: 0 }), { now }).shown) checks.add(text);

/** The market of the record, which the other source knows to half a pip. */
const sources: readonly PriceSource[] = ['EURUSD', 'GBPUSD', 'USDJPY'].map((symbol) => {
  const known = new Map(prices.filter((one) => one.pair === symbol).map(({ time, price }) => [time, price]));
  const tolerance = symbol === 'USDJPY' ? 0.005 : 0.00005;
  return {
    symbol,
    rangeAt: (time) => {
      const price = known.get(time);
      return price === undefined ? null : { low: price - tolerance, high: price + tolerance };
    },
  };
});

function compare(stated: readonly DecidingPrice[]) {
  const lines: string[] = [];
  const findings = createFindings((line) => lines.push(line));
  const comparison = createPriceComparison(sources);
  for (const price of stated) comparison.add(price);
  comparison.finish(findings);
  return { failures: findings.failures(), skipped: findings.countSkipped(), output: lines.join('\n') };
}

it('agrees with the other source, with no deviation in favour of the forecasts', () => {
  const { failures, output } = compare(prices);
  expect(failures).toEqual([]);
  expect(output).toMatch(/holds {2}100\.00 % of \d+ deciding prices agree/);
  expect(output).toMatch(/lie -?0\.000 pips on the side of the forecasts, ± 0\.000/);
});

it('A66: prices that are bent for a few forecasts fail, though hardly any lie outside', () => {
  let bent = 0;
  const cheated = prices.map((one) =>
    one.favour !== 0 && one.pair === 'EURUSD' && bent++ < 12 ? { ...one, price: one.price + 0.0002 * one.favour } : one,
  );
  const { failures, output } = compare(cheated);
  expect(output).toMatch(/holds {2}99\.\d\d % of \d+ deciding prices agree/);
  expect(output).toContain('of 12 prices outside, 12 are in favour of the forecasts and 0 against them');
  expect(failures.map(({ rule }) => rule)).toEqual([18]);
});

it('prints how far prices that are bent within the tolerance lie on the side of the forecasts', () => {
  const { failures, output } = compare(
    prices.map((one) => ({ ...one, price: one.price + (one.pair === 'USDJPY' ? 0.003 : 0.00003) * one.favour })),
  );
  expect(failures).toEqual([]);
  expect(output).toMatch(/lie 0\.300 pips on the side of the forecasts/);
});

it('fails for another market, and is not made where nothing is covered', () => {
  const other = prices.map((one) => ({ ...one, price: one.price * 1.01 }));
  expect(compare(other).failures[0]).toMatchObject({ rule: 18, leaf: expect.any(Number) });
  expect(compare([]).skipped).toBe(1);
});
