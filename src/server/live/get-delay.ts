import type { MarketView } from './market-view.ts';

/** Age of the newest tick of any pair; null before the first. */
export function getDelay(market: Pick<MarketView, 'feed' | 'lastTick'>, now: number): number | null {
  const times = market.feed.symbols.flatMap((symbol) => market.lastTick(symbol)?.time ?? []);
  return times.length === 0 ? null : Math.max(0, now - Math.max(...times));
}
