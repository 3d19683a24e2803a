import type { FastifyBaseLogger } from 'fastify';
import type { Component } from '../start/component.ts';
import type { Config } from '../config.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import type { Leader } from '../database/leader.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import type { LiveEngine } from '../live/live-engine.ts';
import { createMarketReplica } from '../live/market-replica.ts';
import type { MarketView } from '../live/market-view.ts';
import { publishMarket } from '../live/publish-market.ts';
import type { LoadedModels } from '../modules/models/models.api.ts';
import { hasDuty } from '../config/role.ts';
import type { Shared } from './choose-shared.ts';
import { yieldLead } from './yield-lead.ts';

interface Dependencies {
  readonly config: Pick<Config, 'role'>;
  readonly engine: LiveEngine;
  readonly shared: Pick<Shared, 'valkey'>;
  readonly database: Pick<DatabaseConnection, 'pool'> & { readonly leader: Pick<Leader, 'term' | 'isLeading'> };
  readonly models: Pick<LoadedModels, 'forecasters'>;
  readonly after: Scheduler['after'];
  readonly realNow: () => number;
  readonly log: FastifyBaseLogger;
  readonly stop: () => void;
}

interface ChosenMarketView {
  readonly market: MarketView;
  readonly sharing: readonly Component[];
}

/** The market of the own engine, published for the others, or a copy of what is published. */
export function chooseMarketView(dependencies: Dependencies): ChosenMarketView {
  const { config, engine, shared, database, models, after, realNow, log, stop } = dependencies;
  const { valkey } = shared;
  if (valkey === null) return { market: engine, sharing: [] };
  if (hasDuty(config.role, 'feed')) {
    const { pool, leader } = database;
    const yielding = yieldLead({ pool, leader, valkey, realNow, after, log, onYield: stop });
    const publishing = publishMarket({ engine, valkey, leader, after, log });
    return { market: engine, sharing: [publishing, yielding] };
  }
  const { forecasters } = models;
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
  return { market: replica, sharing: [replica] };
}
