import { expect, test } from 'vitest';
import { getFreshness, type RawEvent, readEvents, reconnectDelay } from './event-hub.ts';

test('doubles the delay with each failure, up to half a minute', () => {
  expect([0, 1, 2, 3, 20].map((failures) => reconnectDelay(failures, 1, null))).toEqual([
    500, 1000, 2000, 4000, 30_000,
  ]);
});

test('starts with the delay requested by the server', () => {
  expect(reconnectDelay(0, 1, 3000)).toBe(3000);
});

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

test('reports the retry delay requested by the server', async () => {
  expect((await readAll('retry: 3000\n\n')).retry).toBe(3000);
});

const connected = { isOpen: true, lastEventAt: 10_000 };

test('reports live while the stream delivers', () => {
  expect(getFreshness(connected, 12_000, true, 0)).toEqual({ kind: 'live' });
});

test('reports the length of a silence from three seconds on', () => {
  expect(getFreshness(connected, 13_000, true, 0)).toEqual({ kind: 'delayed', seconds: 3 });
});

test('reports offline without a network or a stream', () => {
  expect(getFreshness(connected, 10_100, false, 0)).toEqual({ kind: 'offline' });
  expect(getFreshness({ isOpen: false, lastEventAt: 10_000 }, 13_000, true, 0)).toEqual({ kind: 'offline' });
});
