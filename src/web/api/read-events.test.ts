import { expect, test } from 'vitest';
import { type RawEvent, readEvents } from './read-events.ts';

function getBody(...chunks: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
}

async function readAll(...chunks: string[]) {
  const events: RawEvent[] = [];
  let alive = 0;
  let retry: number | null = null;
  await readEvents(getBody(...chunks), {
    onAlive: () => {
      alive += 1;
    },
    onEvent: (event) => events.push(event),
    onRetry: (milliseconds) => {
      retry = milliseconds;
    },
  });
  return { events, alive, retry };
}

test('delivers an event split by the network once and whole', async () => {
  const { events } = await readAll('id: 7\nevent: tick\nda', 'ta: {"a":1}\n\n');
  expect(events).toEqual([{ name: 'tick', id: '7', data: '{"a":1}' }]);
});

test('treats a heartbeat as a sign of life, not as an event', async () => {
  expect(await readAll(': still here\n\n')).toEqual({ events: [], alive: 1, retry: null });
});

test('does not repeat the previous event for an event without an id', async () => {
  const { events } = await readAll('id: 7\nevent: signal\ndata: 1\n\nevent: tick\ndata: 2\n\n');
  expect(events.map(({ id }) => id)).toEqual(['7', null]);
});

test('reports the retry delay requested by the server', async () => {
  expect((await readAll('retry: 3000\n\n')).retry).toBe(3000);
});
