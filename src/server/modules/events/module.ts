import type { ServerModule } from '#server/start/server-module.ts';
import { catchUpFromOutbox, watchPriceAccess } from './catch-up.ts';
import type { EventsContext } from './events-context.ts';
import type { EventsApi } from './events.api.ts';
import { eventsRoutes } from './events.routes.ts';
import { openStream } from './open-stream.ts';

/** The streams of prices, signals and results. */
export function eventsModule(ctx: EventsContext): ServerModule<EventsApi> {
  const { hub } = ctx;
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
