import type { Config } from '#server/config.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import { groupCalls } from '#server/database/group-calls.ts';
import type { Semaphores } from '#server/integrations/semaphores/semaphores.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { PricesApi } from '#server/modules/prices/prices.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { catchUpFromOutbox, watchPriceAccess } from './catch-up.ts';
import { createEventHub } from './event-hub.ts';
import type { EventsContext } from './events-context.ts';
import type { EventsApi } from './events.api.ts';
import { eventsRoutes } from './events.routes.ts';
import { openStream } from './open-stream.ts';
import { type OutboxQuestion, readOutbox } from './user-events.repository.ts';

interface Collaborators extends Platform {
  readonly config: Config;
  readonly semaphores: Semaphores;
  readonly accounts: AccountsApi;
  readonly traders: TradersApi;
  readonly prices: PricesApi;
}

/** The streams of prices, signals and results. */
export function eventsModule(needs: Collaborators): ServerModule<EventsApi> {
  const hub = createEventHub(needs, pricePeriodMs(needs.config));
  // One reading at a time for all streams that open meanwhile: thousands return after a restart.
  const readInGroups = groupCalls({ call: (group: readonly OutboxQuestion[]) => readOutbox(needs.db, group) });
  const ctx: EventsContext = { ...needs, hub, readOutbox: readInGroups };
  ctx.prices.onPrice(hub.offerPrice);
  ctx.accounts.onSessionEnd(hub.endSession);
  const priceAccess = watchPriceAccess(ctx);
  const catchUp = catchUpFromOutbox(ctx);
  return {
    routes: [eventsRoutes(ctx)],
    api: {
      openStream: (request) => openStream(ctx, request),
      streamCount: hub.streamCount,
      streamLagMs: catchUp.lagMs,
    },
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
const pricePeriodMs = ({ feed }: Config): number => Math.min(1_000, Math.max(100, 1_000 / getMarketSpeed(feed)));
