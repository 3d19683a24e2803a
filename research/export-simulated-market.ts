import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { currencyPairs, findPair } from '#domain/market/currency-pair.ts';
import { isClosedWeekend } from '#domain/market/new-york-time.ts';
import { readMarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { createTickMaker } from '#server/integrations/market-data/simulated/tick-maker.ts';
import { minuteMs } from '#domain/time.ts';

/**
 * Writes the simulated market as SYMBOL.csv.gz of one-minute bars, without weekends, in the format
 * that evaluation and replay read. Usage: node research/export-simulated-market.ts --out <folder>
 * [--from 2018-01-01] [--days 90] [--seed 1] [--symbols EURUSD,…]
 */
const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    from: { type: 'string', default: '2018-01-01' },
    days: { type: 'string', default: '90' },
    seed: { type: 'string', default: '1' },
    symbols: { type: 'string', default: currencyPairs.map(({ symbol }) => symbol).join(',') },
  },
});
if (!options.out) throw new Error('--out must name a folder');

const pairs = options.symbols.split(',').flatMap((symbol) => findPair(symbol) ?? []);
const maker = createTickMaker(readMarketParameters(), Number(options.seed), pairs);
const lines = pairs.map(() => ['time,open,high,low,close']);
const from = Date.parse(options.from);
for (let time = from; time < from + Number(options.days) * 1_440 * minuteMs; time += minuteMs) {
  if (isClosedWeekend(time)) continue;
  maker.bars(time).forEach((bar, i) => {
    if (bar) lines[i]?.push([time / 1_000, bar.open, bar.high, bar.low, bar.close].join(','));
  });
}
mkdirSync(options.out, { recursive: true });
for (const [i, { symbol }] of pairs.entries()) {
  const path = join(options.out, `${symbol}.csv.gz`);
  writeFileSync(path, gzipSync(`${(lines[i] ?? []).join('\n')}\n`));
  console.error(`${path}: ${(lines[i]?.length ?? 1) - 1} bars`);
}
