import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { eventsPath } from '#contract/event-names.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Guard } from '#server/http/errors/route-errors.ts';
import type { Places } from '#server/integrations/places/places.ts';
import { type User, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { EventHub } from './event-hub.ts';
import { onceClosed, type OpenStream } from './open-stream.ts';

interface EventsRoutesDependencies {
  readonly openStream: OpenStream;
  readonly hub: Pick<EventHub, 'stop'>;
  readonly places: Places;
  readonly signedIn: Guard;
  /** Whether `/python_api/price` would serve this user. */
  readonly mayReadPrices: (user: User) => boolean;
  readonly publicUrl: string;
}

/** Whatever their address: an office and a mobile carrier share one. */
const streamsAUser = 5;

export const eventsRoutes =
  ({ openStream, hub, places, signedIn, mayReadPrices, publicUrl }: EventsRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    // Streams never end by themselves: asking them to reconnect lets the server close at once.
    app.addHook('preClose', async () => hub.stop());

    app.get(
      eventsPath,
      {
        // The answer to HEAD would never end, and nobody could read it.
        exposeHeadRoute: false,
        schema: { produces: ['text/event-stream'], response: { 200: z.string() } },
        preValidation: [rejectForeignOrigin(publicUrl), signedIn],
      },
      async (request, reply) => {
        const user = getUser(request);
        const sessionId = request.sessionId ?? '';
        const place = await places.take({ [`streams of user ${user.id}`]: streamsAUser });
        if (!place) throw apiError('rate_limited', { retryAfterS: 15, params: { seconds: '15' } });
        const response = reply.raw;
        onceClosed(response, place.release);

        await openStream({
          userId: user.id,
          sessionId,
          lastId: parseEventId(request.headers['last-event-id']),
          mayReadPrices: mayReadPrices(user),
          response,
          writeHead: () => {
            for (const [name, value] of Object.entries(reply.getHeaders()))
              if (value !== undefined) response.setHeader(name, value);
            response.writeHead(200, {
              'content-type': 'text/event-stream; charset=utf-8',
              'cache-control': 'no-store, no-transform',
              'x-accel-buffering': 'no',
            });
          },
        });
        return reply.hijack();
      },
    );
  };

function parseEventId(header: string | string[] | undefined): number | null {
  // Digits alone: an empty text would be taken as 0, from which every event is missed.
  const id = /^\d+$/.test(String(header)) ? Number(header) : null;
  return Number.isSafeInteger(id) ? id : null;
}
