import type { ServerResponse } from 'node:http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { eventsPath } from '#contract/event-names.ts';
import { clientAddress } from '#server/http/guards/rate-limits.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Guard } from '#server/http/errors/route-errors.ts';
import type { Places } from '#server/integrations/places/places.ts';
import { type User, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { ReadWorkingStats } from '#server/modules/prices/prices.api.ts';
import type { EventHub } from './event-hub.ts';
import { createEventStream, encodeEvent } from './event-stream.ts';
import type { OutboxAnswer, OutboxQuestion } from './user-events.repository.ts';

interface EventsRoutesDependencies {
  readonly readOutbox: (question: OutboxQuestion) => Promise<OutboxAnswer>;
  readonly hub: Pick<EventHub, 'add' | 'remove' | 'greeting' | 'stop'>;
  readonly places: Places;
  /** Infinity for load tests from one machine. */
  readonly streamsAnAddress: number;
  readonly signedIn: Guard;
  readonly readWorkingStats: ReadWorkingStats;
  /** Whether `/python_api/price` would serve this user. */
  readonly mayReadPrices: (user: User) => boolean;
  readonly publicUrl: string;
}

const streamsAUser = 5;

export const eventsRoutes =
  ({
    readOutbox,
    hub,
    places,
    streamsAnAddress,
    signedIn,
    readWorkingStats,
    mayReadPrices,
    publicUrl,
  }: EventsRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    // Streams never end by themselves: asking them to reconnect lets the server close at once.
    app.addHook('preClose', async () => hub.stop());

    app.get(
      eventsPath,
      {
        schema: {
          tags: ['events'],
          summary: 'The stream of prices, signals and results (text/event-stream; resumes by Last-Event-ID)',
          produces: ['text/event-stream'],
          response: { 200: z.string() },
        },
        preValidation: [rejectForeignOrigin(publicUrl), signedIn],
      },
      async (request, reply) => {
        const user = getUser(request);
        const sessionId = request.sessionId ?? '';
        const place = await places.take({
          [`streams of user ${user.id}`]: streamsAUser,
          [`streams of address ${clientAddress(request)}`]: streamsAnAddress,
        });
        if (!place) throw apiError('rate_limited', { retryAfterS: 15, params: { seconds: '15' } });
        const response = reply.raw;
        onceClosed(response, place.release);

        const readEvents = (after: number | null) => readOutbox({ userId: user.id, after });
        const lastId = parseEventId(request.headers['last-event-id']) ?? (await readEvents(null)).newestId;
        const stream = createEventStream({ userId: user.id, sessionId, lastId, response });
        // From here on the stream receives everything; events are queued until it has caught up.
        const added = hub.add(stream, mayReadPrices(user));
        onceClosed(response, () => hub.remove(stream));
        await added;
        const { missed, newestId } = await readEvents(lastId);
        // Disconnected meanwhile, or signed out.
        if (response.destroyed || response.writableEnded) return reply.hijack();

        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) response.setHeader(name, value);
        response.writeHead(200, {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
        });
        const { open, nextOpen, nextClose } = readWorkingStats();
        const messages = [
          { text: 'retry: 2000\n\n', id: null },
          { text: encodeEvent('market', { open, nextOpen, nextClose }, null), id: null },
          { text: hub.greeting(), id: null },
          ...missed.map(({ name, data, id }) => ({ text: encodeEvent(name, data, id), id })),
        ];
        stream.catchUp(messages, newestId);
        return reply;
      },
    );
  };

/** At once, if the browser has left already. */
function onceClosed(response: ServerResponse, task: () => void): void {
  if (response.closed) task();
  else response.once('close', task);
}

function parseEventId(header: string | string[] | undefined): number | null {
  const id = Number(header);
  return header !== undefined && Number.isSafeInteger(id) && id >= 0 ? id : null;
}
