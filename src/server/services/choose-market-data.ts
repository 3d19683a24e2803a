import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import { messageOf } from '#domain/read-error.ts';
import type { Config } from '../config.ts';
import { createDerivMarket } from '../integrations/market-data/deriv-market.ts';
import type { MarketData } from '../integrations/market-data/market-data.ts';
import { createReplayClock } from '../integrations/market-data/replay-clock.ts';
import { createReplayMarket } from '../integrations/market-data/replay-market.ts';
import { systemScheduler } from '../jobs/scheduler.ts';
import { createSimulatedMarket } from '../integrations/market-data/simulated-market.ts';
import { StartError } from '../start-error.ts';

export interface ChosenMarket {
  readonly marketData: MarketData;
  /** Equals the wall clock, except for a replay, which has its own time. */
  readonly marketClock: Clock;
}

interface Needs {
  readonly clock: Clock;
  /** Market time up to which the record of this feed goes; minus infinity: it has none. */
  readonly recordedTo: number;
  readonly log: FastifyBaseLogger;
}

export function chooseMarketData(
  { feed, pairs, tradingHours }: Config,
  { clock, recordedTo, log }: Needs,
): ChosenMarket {
  if (feed.kind === 'replay') {
    const { files, speed } = feed;
    // Times never fall along the record, also when a fast replay starts again.
    const startedAt = Math.max(clock.now(), recordedTo);
    const replayClock = createReplayClock({ speed, startedAt, realNow: () => performance.now() });
    try {
      const marketData = createReplayMarket({ files, speed, clock: replayClock, scheduler: systemScheduler });
      return { marketData, marketClock: replayClock };
    } catch (error) {
      throw new StartError(`REPLAY_FILES: ${messageOf(error)}`);
    }
  }
  const common = { clock, scheduler: systemScheduler, symbols: pairs };
  if (feed.kind === 'deriv') {
    const { wsUrl: url, appId } = feed;
    const warn = (sentence: string): void => log.warn(sentence);
    const isOpen = (now: number): boolean => isMarketOpen(tradingHours, now);
    const marketData = createDerivMarket({ ...common, url, appId, chance: Math.random, isMarketOpen: isOpen, warn });
    return { marketData, marketClock: clock };
  }
  return { marketData: createSimulatedMarket({ ...common, seed: feed.seed }), marketClock: clock };
}
