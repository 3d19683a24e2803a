import { expect, test } from 'vitest';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { noDatabase, testPlatform } from '#tests/support/test-platform.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { createEventHub } from './event-hub.ts';
import type { EventStream } from './event-stream.ts';

const aStream = (
  userId: string,
  send: EventStream['send'] = () => undefined,
  position: number | null = 0,
): EventStream => ({
  userId,
  position: () => position,
  isBehind: () => false,
  sessionId: `session of ${userId}`,
  send,
  catchUp: () => undefined,
  end: () => undefined,
});

const time = createVirtualTime(0);
const aHub = (bus = createInProcessBus()) => createEventHub(testPlatform(noDatabase, { bus, time }), 1_000);

test('sends the newest checkpoint to a new stream first, and nothing before there is one', async () => {
  const bus = createInProcessBus();
  const hub = aHub(bus);
  hub.start();
  expect(hub.greeting()).toBe('');
  for (const note of ['older', 'newer']) bus.publish({ name: 'checkpoint', data: { note }, userId: null, id: null });
  bus.publish({ name: 'session', data: null, userId: 'a', id: 7 });
  expect(hub.greeting()).toBe('event: checkpoint\ndata: {"note":"newer"}\n\n');
  await hub.stop();
});

test('sends something to every stream each fifteen seconds, whatever happens', async () => {
  const hub = aHub();
  const received: string[] = [];
  await hub.add(
    aStream('a', (text) => received.push(text)),
    true,
  );
  hub.start();
  await time.advanceAsync(45_000);
  expect(received).toEqual([': still here\n\n', ': still here\n\n', ': still here\n\n']);
  await hub.stop();
});

test('sends a user its own events only, from the first of its streams to the last', async () => {
  const bus = createInProcessBus();
  const hub = aHub(bus);
  const received: string[] = [];
  const [first, second, other] = ['a', 'a', 'b'].map((userId, i) => aStream(userId, () => received.push(`${i}`), i));
  if (!first || !second || !other) throw new Error('three streams');
  for (const stream of [first, second, other]) await hub.add(stream, false);
  expect(hub.positions()).toEqual(new Map(Object.entries({ a: 0, b: 2 })));
  const publish = (): void => bus.publish({ name: 'session', data: null, userId: 'a', id: 7 });
  publish();
  hub.remove(first);
  publish();
  hub.remove(second);
  publish();
  expect(received).toEqual(['0', '1', '1']);
});

test('delivers what the outbox has to the streams of its user, and nothing to one that is catching up', async () => {
  const hub = aHub();
  const received: string[] = [];
  for (const [i, position] of [3, 5, null].entries())
    await hub.add(
      aStream('a', (_, id) => received.push(`${i}: ${id}`), position),
      false,
    );
  await hub.add(
    aStream('b', () => received.push('b'), null),
    false,
  );
  expect(hub.positions()).toEqual(new Map([['a', 3]]));
  hub.catchUp({ id: 6, userId: 'a', name: 'session', data: null, previousId: 3, at: new Date(0) });
  hub.catchUp({ id: 7, userId: 'b', name: 'session', data: null, previousId: 0, at: new Date(0) });
  expect(received).toEqual(['0: 6', '1: 6']);
});
