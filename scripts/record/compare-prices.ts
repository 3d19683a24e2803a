import { priceDigits, pipSize } from '#domain/market/currency-pair.ts';
import { priceGroups, type StatedPrice } from './collect-prices.ts';
import type { Findings } from '#record/verify/findings.ts';
import type { PriceRange, PriceSource } from './price-sources.ts';

/** Two sources of one market differ now and then; beyond this it is another market. */
const maxShareOutside = 0.01;

interface Comparison {
  compared: number;
  outside: number;
  worst: { readonly price: StatedPrice; readonly pips: number } | null;
}

/**
 * Compares the prices that decided forecasts with those of another source of the same market: all of
 * them, and those of winners and of losers apart, because few bent prices are enough for a better
 * rate.
 */
export function comparePrices(
  prices: readonly StatedPrice[],
  sources: readonly PriceSource[],
  findings: Findings,
): void {
  const bySymbol = new Map(sources.map((source) => [source.symbol, source]));
  const none = (): Comparison => ({ compared: 0, outside: 0, worst: null });
  const all = none();
  const groups = new Map(priceGroups.map((group) => [group, none()]));
  for (const price of prices) {
    const range = bySymbol.get(price.symbol)?.rangeAt(price.time);
    if (!range) continue;
    const pips = pipsOutside(price, range);
    add(all, price, pips);
    const group = price.group && groups.get(price.group);
    if (group) add(group, price, pips);
  }
  if (all.compared === 0) {
    findings.skips(`none of ${prices.length} deciding prices are covered by the other source`);
    return;
  }
  printComparison(all, 'deciding prices', maxShareOutside * all.compared, findings);
  // One price says nothing about a few.
  for (const [group, own] of groups)
    if (own.compared > 0)
      printComparison(own, `prices of ${group}`, Math.max(1, maxShareOutside * own.compared), findings);
  if (all.compared < prices.length)
    findings.notes(`${prices.length - all.compared} deciding prices are not covered by the other source`);
}

function add(comparison: Comparison, price: StatedPrice, pips: number): void {
  comparison.compared++;
  if (pips > 0) comparison.outside++;
  if (pips > (comparison.worst?.pips ?? 0)) comparison.worst = { price, pips };
}

function printComparison(
  { compared, outside, worst }: Comparison,
  what: string,
  maxOutside: number,
  findings: Findings,
): void {
  const share = (100 * (compared - outside)) / compared;
  const sentence = `${share.toFixed(2)} % of ${compared} ${what} agree with the other source${farthest(worst)}`;
  if (outside > maxOutside) findings.fails('prices', sentence);
  else findings.holds(sentence);
}

/** How far beyond the other source's prices. */
function pipsOutside({ symbol, price }: StatedPrice, { low, high }: PriceRange): number {
  const beyond = Math.max(low - price, price - high);
  // Less than a tenth of a point is the rounding of the subtraction.
  const pips = beyond / pipSize(priceDigits(symbol));
  return pips > 0.01 ? pips : 0;
}

const farthest = (worst: Comparison['worst']): string =>
  worst === null
    ? ''
    : `; farthest: leaf ${worst.price.index}, ${worst.price.symbol} ${worst.price.price} at ${new Date(worst.price.time).toISOString()}, ${worst.pips.toFixed(1)} pips beyond it`;
