import type { Tick } from '#engine/tick/tick.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import type { CheckedFeed } from '#server/modules/system/checkup/check-feed.ts';

interface Options {
  readonly isOpen: boolean;
  /** Milliseconds after which what has arrived is all. */
  readonly withinMs: number;
}

/** Runs a feed until each pair has a tick; in a closed market until it is connected. */
export async function observeFeed(marketData: MarketData, { isOpen, withinMs }: Options): Promise<CheckedFeed> {
  const { kind, isLive, backfill, state, offer, countCallsLeft } = marketData;
  let { symbols } = marketData;
  const ticks = new Map<string, Tick>();
  const observed = Promise.withResolvers<void>();
  const look = (): void => {
    if (isOpen ? ticks.size === symbols.length : state().connected) observed.resolve();
  };
  const late = setTimeout(observed.resolve, withinMs);
  await marketData.start({
    onTick: (tick) => {
      ticks.set(tick.symbol, tick);
      look();
    },
    onGap: () => undefined,
    onStateChange: look,
    onOffer: ({ offered }) => {
      symbols = offered;
      look();
    },
  });
  look();
  await observed.promise;
  clearTimeout(late);
  const lastTick = (symbol: string): Tick | null => ticks.get(symbol) ?? null;
  return { kind, isLive, symbols, offer, backfill, state, lastTick, ...(countCallsLeft && { countCallsLeft }) };
}
