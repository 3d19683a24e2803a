import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connection.ts';
import { speedOf } from '#server/feed-config.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { PricesApi } from '#server/modules/prices/prices.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { ServerModule } from '#server/server-module.ts';
import { createEventHub } from './event-hub.ts';
import { eventsRoutes, type Outbox } from './events.routes.ts';
import { createOutboxCatchUp } from './outbox-catch-up.ts';
import { createLocalStreamPlaces, type StreamLimits } from './stream-places.ts';
import { findNewestEventId, listUserEventsAfter } from './user-events.repository.ts';
import { watchPriceAccess } from './watch-price-access.ts';

interface Needs {
  readonly config: Pick<Config, 'feed' | 'publicUrl' | 'rateLimitPerMinute'>;
  readonly db: Database;
  readonly bus: Bus;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'listUsers' | 'listEndedSessions' | 'onSessionEnd'>;
  readonly traders: Pick<TradersApi, 'mayReadPrices'>;
  readonly prices: PricesApi;
  readonly scheduler: Scheduler;
  readonly log: FastifyBaseLogger;
}

/** The streams of prices, signals and results. */
export function createEventsModule({
  config,
  db,
  bus,
  accounts: { signedIn, listUsers, listEndedSessions, onSessionEnd },
  traders: { mayReadPrices },
  prices: { onPrice, readWorkingStats },
  scheduler: { after },
  log,
}: Needs): ServerModule {
  const hub = createEventHub({ bus, pricePeriodMs: pricePeriodMs(config), after, log });
  onPrice(hub.offerPrice);
  onSessionEnd(hub.endSession);
  const priceAccess = watchPriceAccess({ hub, listUsers, mayReadPrices, after, log });
  const catchUp = createOutboxCatchUp({ db, bus, hub, listEndedSessions, after, log });
  const outbox: Outbox = {
    findNewestId: (userId) => findNewestEventId(db, userId),
    listAfter: (userId, id) => listUserEventsAfter(db, userId, id),
  };
  const places = createLocalStreamPlaces(streamLimits(config));
  const { publicUrl } = config;
  return {
    routes: [eventsRoutes({ outbox, hub, places, signedIn, readWorkingStats, mayReadPrices, publicUrl })],
    api: {},
    components: [
      // The hub ends its streams when the HTTP server closes.
      { name: 'events', duty: 'serve', start: hub.start, stop: () => undefined },
      { name: 'outbox catch-up', duty: 'serve', start: catchUp.start, stop: catchUp.stop },
      { name: 'price access', duty: 'serve', start: priceAccess.start, stop: priceAccess.stop },
    ],
  };
}

/**
 * Screens show one price per second and pair; a faster replay gets a proportionally shorter period.
 */
const pricePeriodMs = ({ feed }: Pick<Config, 'feed'>): number => Math.min(1_000, Math.max(100, 1_000 / speedOf(feed)));

/**
 * RATE_LIMIT_PER_MINUTE=0, which lifts the limit of an address, is for load tests, which come from
 * one machine.
 */
const streamLimits = ({ rateLimitPerMinute }: Pick<Config, 'rateLimitPerMinute'>): StreamLimits => ({
  aUser: 5,
  anAddress: rateLimitPerMinute === 0 ? Number.POSITIVE_INFINITY : 20,
});
