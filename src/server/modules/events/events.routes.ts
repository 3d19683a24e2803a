import type { ServerResponse } from 'node:http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { eventsPath } from '#contract/event-names.ts';
import { ApiErrorBody } from '#contract/api-error.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { rejectForeignOrigin } from '#server/http/foreign-origin.ts';
import { apiError } from '#server/http/api-error.ts';
import { type User, type Guard, userOf } from '#server/modules/accounts/accounts.api.ts';
import type { ReadWorkingStats } from '#server/modules/prices/prices.api.ts';
import type { EventHub } from './event-hub.ts';
import { createEventStream, encodeEvent } from './event-stream.ts';
import type { StreamPlaces } from './stream-places.ts';
import type { UserEventRow } from './user-events.repository.ts';

export interface Outbox {
  findNewestId(userId: string): Promise<number>;
  /** The oldest first. */
  listAfter(userId: string, id: number): Promise<UserEventRow[]>;
}

interface Needs {
  readonly outbox: Outbox;
  readonly hub: Pick<EventHub, 'add' | 'remove' | 'greeting' | 'stop'>;
  readonly places: StreamPlaces;
  readonly signedIn: Guard;
  readonly readWorkingStats: ReadWorkingStats;
  /** Whether `/python_api/price` would serve this user. */
  readonly mayReadPrices: (user: User) => boolean;
  readonly publicUrl: string;
}

export const eventsRoutes =
  ({ outbox, hub, places, signedIn, readWorkingStats, mayReadPrices, publicUrl }: Needs): FastifyPluginAsyncZod =>
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
          response: { 401: ApiErrorBody, 403: ApiErrorBody, 429: ApiErrorBody },
        },
        preValidation: [rejectForeignOrigin(publicUrl), signedIn],
      },
      async (request, reply) => {
        const user = userOf(request);
        const sessionId = request.sessionId ?? '';
        const place = await places.take({ userId: user.id, address: clientAddress(request) });
        if (!place) throw apiError('rate_limited', { retryAfterS: 15, params: { seconds: '15' } });
        const response = reply.raw;
        onceClosed(response, place.release);

        const resumeFrom = lastEventId(request.headers['last-event-id']);
        const lastId = resumeFrom ?? (await outbox.findNewestId(user.id));
        const stream = createEventStream({ userId: user.id, sessionId, lastId, response });
        // From here on the stream receives everything; events are queued until it has caught up.
        const added = hub.add(stream, mayReadPrices(user));
        onceClosed(response, () => hub.remove(stream));
        await added;
        const missed = await outbox.listAfter(user.id, lastId);
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
        stream.catchUp([
          { text: 'retry: 2000\n\n', id: null },
          { text: encodeEvent('market', { open, nextOpen, nextClose }, null), id: null },
          { text: hub.greeting(), id: null },
          ...missed.map(({ name, data, id }) => ({ text: encodeEvent(name, data, id), id })),
        ]);
        return reply;
      },
    );
  };

/** At once, if the browser has left already. */
function onceClosed(response: ServerResponse, task: () => void): void {
  if (response.closed) task();
  else response.once('close', task);
}

function lastEventId(header: string | string[] | undefined): number | null {
  const id = Number(header);
  return header !== undefined && Number.isSafeInteger(id) && id >= 0 ? id : null;
}
