import type { ReadinessCheck } from '../http/check-readiness.ts';
import { readHead } from '../modules/record/append/append-leaves.ts';
import type { Adapters } from './choose-adapters.ts';
import { yieldLead } from './yield-lead.ts';
import { type Runtime, noCrash } from '#server/start/runtime.ts';
import { hasDuty } from '../config/role.ts';
import { createAttempts } from '../database/attempts.ts';
import { fencedDatabase } from '../database/connection.ts';
import { createLiveEngine, type LiveEngine } from '../live/live-engine.ts';
import { createMarketReplica } from '../live/market-replica.ts';
import type { MarketView } from '../live/market-view.ts';
import { publishMarket } from '../live/publish-market.ts';
import { estimateRecentMs } from '../live/bar-backfill.ts';
import type { MarketData, PairOffer } from '../integrations/market-data/market-data.ts';
import { areDefaultPairs, pairName } from '#domain/market/currency-pair.ts';
import { secondMs } from '#domain/time.ts';
import { enqueueUserEvents } from '../modules/events/enqueue-user-events.ts';
import type { Component } from '../start/component.ts';
import type { Platform } from '../start/platform.ts';
import { issueTime } from '../start/trusted-clock.ts';

/** What every module may use, with the components that share the market. */
export function createPlatform(
  runtime: Runtime,
  adapters: Adapters,
): { readonly platform: Platform; readonly components: readonly Component[] } {
  const { config, db, leader, clock, scheduler, realNow, random, log, print } = runtime;
  const { models, shared } = adapters;
  const { marketData, marketClock } = adapters.feed;
  const { after } = scheduler;
  const engine = createLiveEngine({
    config,
    marketData,
    models,
    leader,
    clock: marketClock,
    observeFeed: marketData.isLive ? clock.observeFeed : () => undefined,
    after,
    log,
  });
  const { market, sharing } = chooseMarketView(runtime, adapters, engine);
  engine.onOffer((offer) => reportOffer(runtime, marketData, offer));
  const platform: Platform = {
    config,
    db,
    leaderDb: fencedDatabase(db, leader),
    leader,
    clock,
    isTimeTrusted: clock.isTrusted,
    feedSays: marketData.isLive ? clock.feedSays : () => 'same',
    marketClock,
    scheduler,
    realNow,
    random,
    bus: shared.bus,
    jobs: adapters.jobs,
    attempts: createAttempts(db, clock, config),
    enqueueUserEvents: (work, events) => enqueueUserEvents({ bus: shared.bus, clock }, work, events),
    engine,
    market,
    crashPoint: runtime.crashPoint ?? noCrash,
    log,
    print,
  };
  return { platform, components: sharing };
}

interface ChosenMarketView {
  readonly market: MarketView;
  readonly sharing: readonly Component[];
}

/** The market of the own engine, published for the others, or a copy of what is published. */
function chooseMarketView(runtime: Runtime, adapters: Adapters, engine: LiveEngine): ChosenMarketView {
  const { config, leader, clock, scheduler, realNow, log } = runtime;
  const { valkey } = adapters.shared;
  const { after } = scheduler;
  if (valkey === null) return { market: engine, sharing: [] };
  if (hasDuty(config.role, 'feed')) {
    const yielding = yieldLead(runtime, valkey.isConnected);
    const publishing = publishMarket({ engine, valkey, leader, after, log });
    return { market: engine, sharing: [publishing, yielding] };
  }
  const { forecasters } = adapters.models;
  const { id, kind, isLive } = engine.feed;
  const replica = createMarketReplica({
    feed: { id, kind, isLive },
    pairs: engine.pairs,
    valkey,
    forecasters,
    realNow,
    after,
    log,
  });
  // Prices of an engine on another machine show the time as those of a feed do.
  if (kind !== 'replay') replica.onTick(({ time }) => clock.observeFeed(time));
  return { market: replica, sharing: [replica] };
}

/** Down while nothing may be issued: the time is in doubt, or the record is ahead of it. */
export const checkClock = ({ db, isTimeTrusted, marketClock }: Platform): ReadinessCheck => ({
  name: 'clock',
  check: async () =>
    isTimeTrusted() && issueTime(marketClock.now(), (await readHead(db)).newestAt) !== null ? 'ok' : 'down',
});

/**
 * Names the pairs that a live feed does not offer, at the start and whenever they have changed:
 * a warning if PAIRS names them.
 */
function reportOffer({ config: { pairs }, print, log }: Runtime, marketData: MarketData, offer: PairOffer): void {
  const { kind, isLive, callLimits } = marketData;
  if (!isLive) return;
  const { offered, notOffered } = offer;
  const facts = { feed: kind, offered, notOffered };
  if (notOffered.length > 0 && !areDefaultPairs(pairs))
    log.warn(facts, 'pairs of PAIRS are not offered by the feed and are left out; asking again every hour');
  else log.info(facts, 'pairs that the feed offers');
  const seconds = Math.ceil(estimateRecentMs(callLimits, offered.length) / secondMs);
  const when = `first forecasts in about ${seconds} s`;
  print(`  Pairs      ${offered.length} of ${pairs.length}: ${listNames(offered)}; ${when}`);
  if (notOffered.length > 0) print(`             not offered, asked for again every hour: ${listNames(notOffered)}`);
}

const listNames = (symbols: readonly string[]): string => symbols.map(pairName).join(', ') || 'none';
