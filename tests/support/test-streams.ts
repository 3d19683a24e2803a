import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import type { UserRow } from '#server/modules/accounts/accounts.repository.ts';
import { createEventHub } from '#server/modules/events/event-hub.ts';
import { eventsRoutes } from '#server/modules/events/events.routes.ts';
import { createOpenStream } from '#server/modules/events/open-stream.ts';
import { createLocalPlaces } from '#server/integrations/places/places.ts';
import { hourMs } from '#domain/time.ts';
import { silentLog } from './silent-log.ts';
import { createVirtualTime } from './virtual-time.ts';
import { createTestApp } from './test-app.ts';

/** The product's streams on a separate port; the header `x-user` names the caller. */
export interface TestStreams {
  readonly app: FastifyInstance;
  /** Number of open streams. */
  getCount(owner: string): number;
  readonly port: number;
  /** The events after which the outbox was read, in order; null: none. */
  readonly resumedAfter: (number | null)[];
  /** Every response that was started, on the server's side. */
  readonly responses: ServerResponse[];
  /** Sends to every stream. */
  publishNote(note: string): void;
  open(user: string, headers?: Record<string, string>): Promise<OpenStream>;
  close(): Promise<void>;
}

export interface OpenStream {
  readonly answer: IncomingMessage;
  readonly requested: ClientRequest;
}

export async function createTestStreams(): Promise<TestStreams> {
  const bus = createInProcessBus();
  // Nothing is sent periodically here.
  const { after } = createVirtualTime(0).scheduler;
  const hub = createEventHub({ bus, pricePeriodMs: hourMs, after, log: silentLog });
  hub.start();
  const resumedAfter: (number | null)[] = [];
  const openStream = createOpenStream({
    readOutbox: async ({ after: eventId }) => {
      resumedAfter.push(eventId);
      return { newestId: 9, missed: [] };
    },
    hub,
    readWorkingStats: () => ({ open: true, nextOpen: null, nextClose: null }) as never,
  });
  const places = createLocalPlaces();
  const app = await createTestApp({
    routes: [
      eventsRoutes({
        openStream,
        hub,
        places,
        signedIn: async (requested) => {
          requested.user = { id: String(requested.headers['x-user']) } as UserRow;
          requested.sessionId = `session of ${requested.user.id}`;
        },
        mayReadPrices: () => true,
        publicUrl: 'http://localhost:3000',
      }),
    ],
  });
  const responses: ServerResponse[] = [];
  app.server.prependListener('request', (_asked, response: ServerResponse) => responses.push(response));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const opened: ClientRequest[] = [];

  return {
    app,
    getCount: (owner) => places.getCount(`streams of ${owner}`),
    port,
    resumedAfter,
    responses,
    publishNote: (note) => bus.publish({ name: 'checkpoint', data: { note }, userId: null, id: null }),
    open: async (user, headers = {}) => {
      const requested = request({
        port,
        host: '127.0.0.1',
        path: '/api/events',
        headers: { 'x-user': user, ...headers },
      });
      opened.push(requested);
      requested.on('error', () => undefined);
      requested.end();
      const [answer] = (await once(requested, 'response')) as [IncomingMessage];
      return { answer, requested };
    },
    close: async () => {
      for (const requested of opened) requested.destroy();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
