import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { secondMs } from '#domain/time.ts';
import type { MarketData, PairOffer } from '#server/integrations/market-data/market-data.ts';
import type { Runtime } from '#server/start/runtime.ts';
import { estimateRecentMs } from './bar-backfill.ts';

/**
 * Names the pairs that a live feed does not offer, at the start and whenever they have changed:
 * a warning if PAIRS names them.
 */
export function reportOffer(
  { config: { pairs }, print, log }: Runtime,
  marketData: MarketData,
  offer: PairOffer,
): void {
  const { kind, isLive, callLimits } = marketData;
  if (!isLive) return;
  const { offered, notOffered } = offer;
  const areNamed = pairs.length < currencyPairs.length;
  const facts = { feed: kind, offered, notOffered };
  if (areNamed && notOffered.length > 0)
    log.warn(facts, 'pairs of PAIRS are not offered by the feed and are left out; asking again every hour');
  else log.info(facts, 'pairs that the feed offers');
  const seconds = Math.ceil(estimateRecentMs(callLimits, offered.length) / secondMs);
  const when = `first forecasts in about ${seconds} s`;
  print(`  Pairs      ${offered.length} of ${pairs.length}: ${listNames(offered)}; ${when}`);
  if (notOffered.length > 0) print(`             not offered, asked for again every hour: ${listNames(notOffered)}`);
}

const listNames = (symbols: readonly string[]): string => symbols.map(pairName).join(', ') || 'none';
