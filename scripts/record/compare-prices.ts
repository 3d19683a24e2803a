import { findPair } from '#domain/market/currency-pair.ts';
import { pipSize } from '#domain/market/price.ts';
import type { StatedPrice } from './collect-prices.ts';
import type { Findings } from './findings.ts';
import type { PriceRange, PriceSource } from './price-sources.ts';

/** Two sources of one market differ now and then; beyond this it is another market. */
const maxShareOutside = 0.01;

/**
 * Compares the prices that decided forecasts with those of another source of the same market.
 */
export function comparePrices(
  prices: readonly StatedPrice[],
  sources: readonly PriceSource[],
  findings: Findings,
): void {
  const bySymbol = new Map(sources.map((source) => [source.symbol, source]));
  let worst: { readonly price: StatedPrice; readonly pips: number } | null = null;
  let compared = 0;
  let outside = 0;
  for (const price of prices) {
    const range = bySymbol.get(price.symbol)?.rangeAt(price.time);
    if (!range) continue;
    compared++;
    const pips = pipsOutside(price, range);
    if (pips > 0) outside++;
    if (pips > (worst?.pips ?? 0)) worst = { price, pips };
  }
  if (compared === 0) {
    findings.skips(`none of ${prices.length} deciding prices are covered by the other source`);
    return;
  }
  const share = (100 * (compared - outside)) / compared;
  const sentence = `${share.toFixed(2)} % of ${compared} deciding prices agree with the other source${farthest(worst)}`;
  if (outside > maxShareOutside * compared) findings.fails('prices', sentence);
  else findings.holds(sentence);
  if (compared < prices.length)
    findings.notes(`${prices.length - compared} deciding prices are not covered by the other source`);
}

/** How far beyond the other source's prices. */
function pipsOutside({ symbol, price }: StatedPrice, { low, high }: PriceRange): number {
  const beyond = Math.max(low - price, price - high);
  // Less than a tenth of a point is the rounding of the subtraction.
  const pips = beyond / pipSize(findPair(symbol)?.digits ?? 5);
  return pips > 0.01 ? pips : 0;
}

const farthest = (worst: { readonly price: StatedPrice; readonly pips: number } | null): string =>
  worst === null
    ? ''
    : `; farthest: leaf ${worst.price.index}, ${worst.price.symbol} ${worst.price.price} at ${new Date(worst.price.time).toISOString()}, ${worst.pips.toFixed(1)} pips beyond it`;
