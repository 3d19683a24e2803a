import type { Config } from '#server/config.ts';
import { groupCalls } from '#server/database/group-calls.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import type { Places } from '#server/integrations/places/places.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { PricesApi } from '#server/modules/prices/prices.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createEventHub } from './event-hub.ts';
import type { EventsApi } from './events.api.ts';
import { eventsRoutes } from './events.routes.ts';
import { createOpenStream } from './open-stream.ts';
import { createOutboxCatchUp } from './outbox-catch-up.ts';
import { type OutboxQuestion, readOutbox } from './user-events.repository.ts';
import { watchPriceAccess } from './watch-price-access.ts';

interface EventsModuleDependencies {
  readonly config: Pick<Config, 'feed' | 'publicUrl' | 'rateLimitPerMinute'>;
  readonly platform: Platform;
  readonly places: Places;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'listUsers' | 'listEndedSessions' | 'onSessionEnd'>;
  readonly traders: Pick<TradersApi, 'mayReadPrices'>;
  readonly prices: PricesApi;
}

/** The streams of prices, signals and results. */
export function createEventsModule({
  platform: {
    db,
    clock,
    scheduler: { after },
    bus,
    log,
  },
  config,
  places,
  accounts: { signedIn, listUsers, listEndedSessions, onSessionEnd },
  traders: { mayReadPrices },
  prices: { onPrice, readWorkingStats },
}: EventsModuleDependencies): ServerModule<EventsApi> {
  const hub = createEventHub({ bus, pricePeriodMs: pricePeriodMs(config), after, log });
  onPrice(hub.offerPrice);
  onSessionEnd(hub.endSession);
  const priceAccess = watchPriceAccess({ hub, bus, listUsers, mayReadPrices, after, log });
  const catchUp = createOutboxCatchUp({ db, bus, hub, listEndedSessions, clock, after, log });
  // One reading at a time for all streams that open meanwhile: thousands return after a restart.
  const readInGroups = groupCalls({ call: (group: readonly OutboxQuestion[]) => readOutbox(db, group) });
  const openStream = createOpenStream({ readOutbox: readInGroups, hub, readWorkingStats });
  const streamsAnAddress = config.rateLimitPerMinute === 0 ? Number.POSITIVE_INFINITY : maxStreamsAnAddress;
  const { publicUrl } = config;
  return {
    routes: [
      eventsRoutes({
        openStream,
        hub,
        places,
        streamsAnAddress,
        signedIn,
        mayReadPrices,
        publicUrl,
      }),
    ],
    api: { openStream, streamCount: hub.streamCount, streamLagMs: catchUp.lagMs },
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
const pricePeriodMs = ({ feed }: Pick<Config, 'feed'>): number =>
  Math.min(1_000, Math.max(100, 1_000 / getMarketSpeed(feed)));

/**
 * RATE_LIMIT_PER_MINUTE=0, which lifts this limit, is for load tests, which come from one machine.
 */
const maxStreamsAnAddress = 20;
