import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { eventsPath } from '#contract/event-names.ts';
import { ApiErrorBody } from '#contract/api-error.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { rejectForeignOrigin } from '#server/http/foreign-origin.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Database } from '#server/database/connection.ts';
import { type User, type Guard, userOf } from '#server/modules/accounts/accounts.api.ts';
import type { ReadWorkingStats } from '#server/modules/prices/prices.api.ts';
import type { EventHub } from './event-hub.ts';
import { createEventStream, type EventStream, encodeEvent } from './event-stream.ts';
import { listUserEventsAfter } from './user-events.repository.ts';

interface Needs {
  readonly db: Database;
  readonly hub: EventHub;
  readonly signedIn: Guard;
  readonly readWorkingStats: ReadWorkingStats;
  /** Whether `/python_api/price` would serve this user. */
  readonly mayReadPrices: (user: User) => boolean;
  readonly publicUrl: string;
  /** Infinity for load tests from one machine. */
  readonly streamsAnAddress: number;
}

const streamsAUser = 5;

export const eventsRoutes =
  ({ db, hub, signedIn, readWorkingStats, mayReadPrices, publicUrl, streamsAnAddress }: Needs): FastifyPluginAsyncZod =>
  async (app) => {
    // Streams never end by themselves: asking them to reconnect lets the server close at once.
    app.addHook('preClose', async () => hub.stop());

    /** A stream whose missed events cannot be read releases its slot. */
    const listMissed = async (stream: EventStream, after: number) => {
      try {
        return await listUserEventsAfter(db, stream.userId, after);
      } catch (error) {
        hub.remove(stream);
        throw error;
      }
    };

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
        const address = clientAddress(request);
        if (hub.countOf({ userId: user.id }) >= streamsAUser || hub.countOf({ address }) >= streamsAnAddress)
          throw apiError('rate_limited', { retryAfterS: 15, params: { seconds: '15' } });

        const resumeFrom = lastEventId(request.headers['last-event-id']);
        const response = reply.raw;
        const stream = createEventStream({ userId: user.id, sessionId, address, lastId: resumeFrom ?? 0, response });
        // From here on the stream counts and receives everything; events are queued until it has
        // caught up.
        hub.add(stream, mayReadPrices(user));
        response.once('close', () => hub.remove(stream));
        const missed = resumeFrom === null ? [] : await listMissed(stream, resumeFrom);
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

function lastEventId(header: string | string[] | undefined): number | null {
  const id = Number(header);
  return header !== undefined && Number.isSafeInteger(id) && id >= 0 ? id : null;
}
