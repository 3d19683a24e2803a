import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import type { Component } from '../start/component.ts';
import type { Config } from '../config.ts';
import type { Leader } from '../database/leader.ts';
import type { Valkey } from '../integrations/valkey/valkey.ts';
import { systemScheduler } from '../jobs/scheduler.ts';
import type { LiveEngine } from '../live/live-engine.ts';
import { createMarketReplica } from '../live/market-replica.ts';
import type { MarketView } from '../live/market-view.ts';
import { publishMarket } from '../live/publish-market.ts';
import { hasDuty } from '../config/role.ts';
import { yieldLead } from './yield-lead.ts';

interface Needs {
  readonly config: Pick<Config, 'role'>;
  readonly engine: LiveEngine;
  /** Null: this process is the only one. */
  readonly valkey: Valkey | null;
  readonly pool: pg.Pool;
  readonly leader: Pick<Leader, 'term' | 'isLeading'>;
  readonly forecasters: readonly Forecaster[];
  readonly log: FastifyBaseLogger;
}

interface ChosenView {
  readonly market: MarketView;
  readonly viewing: { readonly components: readonly Component[] };
}

/** The market of the own engine, published for the others, or a copy of what is published. */
export function chooseMarket({ config, engine, valkey, pool, leader, forecasters, log }: Needs): ChosenView {
  const { after } = systemScheduler;
  if (valkey === null) return { market: engine, viewing: { components: [] } };
  const realNow = (): number => performance.now();
  if (hasDuty(config.role, 'feed')) {
    const onYield = (): void => void process.kill(process.pid, 'SIGTERM');
    const yielding = yieldLead({ pool, leader, valkey, realNow, after, log, onYield });
    const publishing = publishMarket({ engine, valkey, leader, after, log });
    return { market: engine, viewing: { components: [publishing, yielding] } };
  }
  const replica = createMarketReplica({ feed: engine.feed, valkey, forecasters, realNow, after, log });
  return { market: replica, viewing: { components: [replica] } };
}
