import { expect, it } from 'vitest';
import { simulateLog } from '#tests/support/record/simulated-log.ts';
import { publishLog } from '#tests/support/record/published-log.ts';
import { minuteMs } from '#domain/time.ts';
import { collectPrices, comparePrices, type PriceSource, type StatedPrice } from './compare-prices.ts';
import { createFindings } from '#record/verify/findings.ts';

const from = Date.parse('2026-03-02T09:00:00.000Z');
const { items } = publishLog(simulateLog({ from, minutes: 300, signals: 150 }), from + 400 * minuteMs);
const collected = collectPrices(null);
for (const item of items) collected.add(item);
const { prices } = collected;

/** The market of the record, which the other source knows to half a pip. */
const sources: readonly PriceSource[] = ['EURUSD', 'GBPUSD', 'USDJPY'].map((symbol) => {
  const known = new Map(prices.filter((one) => one.symbol === symbol).map(({ time, price }) => [time, price]));
  const tolerance = symbol === 'USDJPY' ? 0.005 : 0.00005;
  return {
    symbol,
    rangeAt: (time) => {
      const price = known.get(time);
      return price === undefined ? null : { low: price - tolerance, high: price + tolerance };
    },
  };
});

function compare(stated: readonly StatedPrice[]) {
  const lines: string[] = [];
  const findings = createFindings((line) => lines.push(line));
  comparePrices(stated, sources, findings);
  return { failures: findings.failures(), output: lines.join('\n') };
}

it('compares the prices of winners and of losers apart, of signals and in shadow', () => {
  const { failures, output } = compare(prices);
  expect(failures).toBe(0);
  expect(output).toMatch(/holds {2}100\.00 % of \d+ deciding prices agree/);
  for (const group of ['signals', 'shadow forecasts'])
    for (const result of ['won', 'lost'])
      expect(output).toMatch(new RegExp(`holds {2}100\\.00 % of \\d+ prices of ${group} that ${result} agree`));
});

it('A66: prices that are bent for a few winners fail, though the others hide them among all prices', () => {
  let bent = 0;
  const cheated = prices.map((one) =>
    one.group === 'signals that won' && one.symbol === 'EURUSD' && bent++ < 10
      ? { ...one, price: one.price + 0.0002 }
      : one,
  );
  const { failures, output } = compare(cheated);
  expect(output).toMatch(/holds {2}99\.\d\d % of \d+ deciding prices agree/);
  expect(output).toMatch(/FAILS {2}\d+\.\d\d % of \d+ prices of signals that won agree.*farthest: leaf \d+, EURUSD/);
  expect(output).toMatch(/holds {2}100\.00 % of \d+ prices of signals that lost agree/);
  expect(failures).toBe(1);
});
