import type { FastifyPluginAsync } from 'fastify';
import { eventEndpoints } from '#contract/events.ts';
import { apiError } from '#server/http/api-error.ts';
import { type Handlers, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import type { EventsContext } from './events-context.ts';
import { onceClosed, openStream } from './open-stream.ts';

export const eventsRoutes =
  (ctx: EventsContext): FastifyPluginAsync =>
  async (app) => {
    // Streams never end by themselves: asking them to reconnect lets the server close at once.
    app.addHook('preClose', async () => ctx.hub.stop());
    // The answer to HEAD would never end, and nobody could read it.
    const options = { 'GET /api/events': { exposeHeadRoute: false } };
    const handlers = createHandlers(ctx);
    await app.register(serveEndpoints(eventEndpoints, ctx.accounts.guards, handlers, options));
  };

const createHandlers = (ctx: EventsContext): Handlers<typeof eventEndpoints> => ({
  'GET /api/events': async (request, reply) => {
    const user = getUser(request);
    const sessionId = request.sessionId ?? '';
    const permit = await ctx.semaphores.take({ [`streams of user ${user.id}`]: ctx.config.streamsPerUser });
    if (!permit) throw apiError('rate_limited', { retryAfterS: 15, params: { seconds: '15' } });
    const response = reply.raw;
    onceClosed(response, permit.release);

    await openStream(ctx, {
      userId: user.id,
      sessionId,
      lastId: parseEventId(request.headers['last-event-id']),
      mayReadPrices: ctx.traders.mayReadPrices(user),
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
});

function parseEventId(header: string | string[] | undefined): number | null {
  // Digits alone: an empty text would be taken as 0, from which every event is missed.
  const id = /^\d+$/.test(String(header)) ? Number(header) : null;
  return Number.isSafeInteger(id) ? id : null;
}
