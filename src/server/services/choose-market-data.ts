import type { FastifyBaseLogger } from 'fastify';
import { asMarketClock, type MarketClock, type WallClock } from '#domain/time.ts';
import { isMarketOpen, type TradingHours } from '#domain/market/trading-hours.ts';
import type { Config } from '../config.ts';
import type { FeedConfig } from '../config/market.ts';
import { createDerivMarket } from '../integrations/market-data/deriv-market.ts';
import type { MarketData } from '../integrations/market-data/market-data.ts';
import { createOandaMarket } from '../integrations/market-data/oanda-market.ts';
import { createReplayClock, createReplayMarket } from '../integrations/market-data/replay-market.ts';
import { MarketFileError } from '../integrations/market-data/replay/read-market-file.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import { createSimulatedMarket } from '../integrations/market-data/simulated-market.ts';
import { StartError } from '#node/start-error.ts';

export interface ChosenFeed {
  readonly marketData: MarketData;
  /** Equals the wall clock, except for a replay, which has its own time. */
  readonly marketClock: MarketClock;
}

interface Dependencies {
  readonly config: Pick<Config, 'feed' | 'pairs' | 'tradingHours'>;
  readonly clock: WallClock;
  readonly scheduler: Scheduler;
  readonly random: () => number;
  readonly log: FastifyBaseLogger;
}

export function chooseMarketData(dependencies: Dependencies): ChosenFeed {
  const { config, clock, scheduler, random, log } = dependencies;
  const { feed, pairs, tradingHours } = config;
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
  const live = { symbols: pairs, clock: marketClock, scheduler, random, tradingHours, log };
  return { marketData: liveOrSimulated(feed, live), marketClock };
}

interface LiveDependencies {
  readonly symbols: readonly string[];
  readonly scheduler: Scheduler;
  readonly random: () => number;
  readonly clock: MarketClock;
  readonly tradingHours: TradingHours;
  readonly log: FastifyBaseLogger;
}

function liveOrSimulated(
  feed: Exclude<FeedConfig, { readonly kind: 'replay' }>,
  { symbols, clock, scheduler, random, tradingHours, log }: LiveDependencies,
): MarketData {
  const common = { symbols, clock, scheduler };
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
