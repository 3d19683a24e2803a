import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/database/connection.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { createEventHub, type EventHub } from '#server/modules/events/event-hub.ts';
import { eventsRoutes } from '#server/modules/events/events.routes.ts';
import { enqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { type BufferingProxy, startBufferingProxy } from '#tests/support/network/buffering-proxy.ts';
import { aStreamContext } from '#tests/support/test-streams.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);
let app: FastifyInstance;
let proxy: BufferingProxy;
let userId: string;
const bus = createInProcessBus();
let hub: EventHub;
const open: AbortController[] = [];

beforeAll(async () => {
  userId = await aUser(database.db);
  const platform = testPlatform(database, { bus });
  hub = createEventHub(platform, 1_000);
  hub.start();
  app = await createTestApp({ routes: [eventsRoutes(aStreamContext(platform, hub, () => userId))] });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  open.splice(0).forEach((one) => one.abort());
  await proxy.close();
});
afterAll(() => app.close());

const direct = (): string => {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the app listens on no port');
  return `http://127.0.0.1:${address.port}`;
};

/** A stream whose text can be awaited until it contains what a test expects. */
async function streamFrom(address: string, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  open.push(stop);
  const response = await fetch(`${address}/api/events`, { headers, signal: stop.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (part: string): Promise<string> => {
    while (!text.includes(part)) text += (await reader?.read())?.value ?? '';
    return text;
  };
  return { response, until, output: () => text };
}

const publishCheckpoint = (note: string): void =>
  bus.publish({ name: 'checkpoint', data: { note }, userId: null, id: null });

it('F34 a stream passes a buffering proxy: it disables buffering, and each event arrives by itself', async () => {
  proxy = await startBufferingProxy(direct());
  const { response, until } = await streamFrom(proxy.address);
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
  await until('event: market');
  publishCheckpoint('through the proxy');
  await until('through the proxy');
  expect(proxy.held()).toBe(0);
});

it('F34 a proxy that ignores the header buffers the stream, which validates the test before', async () => {
  proxy = await startBufferingProxy(direct(), { heeds: false });
  const held = await streamFrom(proxy.address);
  const seen = await streamFrom(direct());
  publishCheckpoint('held back');
  await seen.until('held back');
  expect(held.output()).toBe('');
  // After a page of further events it arrives complete.
  publishCheckpoint('x'.repeat(8_192));
  expect(await held.until('xxx')).toContain('held back');
});

it('F34 missed events arrive through it once, from the last id on', async () => {
  proxy = await startBufferingProxy(direct());
  const published = (): Promise<void> =>
    inTransaction(database.db, (work) =>
      enqueueUserEvents({ bus, clock: Date }, work, [
        { userId, name: 'balance', data: { balance: 12, isBalanceValid: true, checkedAt: null } },
      ]),
    );
  for (let i = 0; i < 3; i += 1) await published();
  const stream = await streamFrom(proxy.address, { 'last-event-id': '1' });
  await stream.until('id: 3');
  await published();
  const text = await stream.until('id: 4');
  expect(text.match(/^id: \d+$/gm)).toEqual(['id: 2', 'id: 3', 'id: 4']);
});
