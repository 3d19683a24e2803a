import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import type { UserRow } from '#server/modules/accounts/accounts.repository.ts';
import { createEventHub, type EventHub } from '#server/modules/events/event-hub.ts';
import { eventsRoutes } from '#server/modules/events/events.routes.ts';
import type { EventsContext } from '#server/modules/events/events-context.ts';
import { readOutbox } from '#server/modules/events/user-events.repository.ts';
import type { Guard } from '#server/http/errors/route-errors.ts';
import { createLocalSemaphores } from '#server/integrations/semaphores/semaphores.ts';
import { hourMs } from '#domain/time.ts';
import { testAccounts } from './test-people.ts';
import { only } from './only.ts';
import { noDatabase, testConfig, type TestPlatform, testPlatform } from './test-platform.ts';
import { createTestApp } from './test-app.ts';

/** The product's streams on a separate port; the header `x-user` names the caller. */
export async function createTestStreams(settings: Record<string, string> = {}) {
  const bus = createInProcessBus();
  const resumedAfter: (number | null)[] = [];
  const semaphores = createLocalSemaphores();
  const platform = testPlatform(noDatabase, { bus });
  // Nothing is sent periodically here.
  const hub = createEventHub(platform, hourMs);
  hub.start();
  const app = await createTestApp({
    routes: [
      eventsRoutes({
        ...aStreamContext(platform, hub, (requested) => String(requested.headers['x-user'])),
        config: testConfig({}, settings),
        semaphores,
        readOutbox: async ({ after }) => {
          resumedAfter.push(after);
          return { newestId: 9, missed: [] };
        },
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
    /** Number of open streams. */
    getCount: (owner: string) => semaphores.getCount(`streams of ${owner}`),
    port,
    /** The events after which the outbox was read, in order; null: none. */
    resumedAfter,
    responses,
    /** Sends to every stream. */
    publishNote: (note: string) => bus.publish({ name: 'checkpoint', data: { note }, userId: null, id: null }),
    open: async (user: string, headers: Record<string, string> = {}) => {
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

export type TestStreams = Awaited<ReturnType<typeof createTestStreams>>;
export type OpenStream = Awaited<ReturnType<TestStreams['open']>>;

/** Streams for callers who are named by their request and may read prices. */
export function aStreamContext(
  platform: TestPlatform,
  hub: EventHub,
  getCaller: (request: FastifyRequest) => string,
): EventsContext {
  const { accounts } = testAccounts(platform);
  const signedIn: Guard = async (requested) => {
    requested.user = { id: getCaller(requested) } as UserRow;
    requested.sessionId = `session of ${requested.user.id}`;
  };
  return {
    ...platform,
    hub,
    semaphores: createLocalSemaphores(),
    accounts: { ...accounts, guards: { ...accounts.guards, signedIn } },
    traders: only({ mayReadPrices: () => true }),
    prices: only({ readMarketEvent: () => ({ open: true, nextOpen: null, nextClose: null, maintenance: false }) }),
    readOutbox: async (question) => (await readOutbox(platform.db, [question]))[0] ?? { newestId: 0, missed: [] },
  };
}
