import { asMarketClock, type MarketClock } from '#domain/time.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import type { FeedConfig } from '../config/market.ts';
import { createDerivMarket } from '../integrations/market-data/deriv-market.ts';
import type { MarketData } from '../integrations/market-data/market-data.ts';
import { createOandaMarket } from '../integrations/market-data/oanda-market.ts';
import { createReplayClock, createReplayMarket } from '../integrations/market-data/replay-market.ts';
import { MarketFileError } from '../integrations/market-data/replay/read-market-file.ts';
import type { Surroundings } from '../start/runtime.ts';
import { createSimulatedMarket } from '../integrations/market-data/simulated-market.ts';
import { StartError } from '#node/start-error.ts';

export interface ChosenFeed {
  readonly marketData: MarketData;
  /** Equals the wall clock, except for a replay, which has its own time. */
  readonly marketClock: MarketClock;
}

export function chooseMarketData(around: Surroundings): ChosenFeed {
  const { config, clock, scheduler } = around;
  const { feed } = config;
  if (feed.kind === 'replay') {
    const { files, timezone, speed } = feed;
    const startedAt = feed.startedAt ?? clock.now();
    const replayClock =
      feed.startedAt === null
        ? createReplayClock({ speed, startedAt, realNow: () => performance.now() })
        : createReplayClock({ speed, startedAt, realNow: clock.now, origin: startedAt });
    try {
      const market = { files, timezone, speed, startedAt, clock: replayClock, scheduler };
      const marketData = createReplayMarket(market);
      return { marketData, marketClock: replayClock };
    } catch (error) {
      if (!(error instanceof MarketFileError)) throw error;
      throw new StartError(
        `REPLAY_FILES: ${error.message}\nCorrect this, or choose other files: models/README.md describes their form, and npm run history downloads some.`,
      );
    }
  }
  const marketClock = asMarketClock(clock);
  return { marketData: liveOrSimulated(feed, around, marketClock), marketClock };
}

function liveOrSimulated(
  feed: Exclude<FeedConfig, { readonly kind: 'replay' }>,
  { config: { pairs, tradingHours }, scheduler, random, log }: Surroundings,
  clock: MarketClock,
): MarketData {
  const common = { symbols: pairs, clock, scheduler };
  const live = {
    ...common,
    chance: random,
    isMarketOpen: (now: number): boolean => isMarketOpen(tradingHours, now),
    warn: (sentence: string): void => log.warn(sentence),
  };
  switch (feed.kind) {
    case 'deriv':
      return createDerivMarket({ ...live, url: feed.wsUrl, appId: feed.appId });
    case 'oanda':
      return createOandaMarket({ ...live, ...feed });
    case 'simulated':
      return createSimulatedMarket({ ...common, seed: feed.seed });
  }
}
