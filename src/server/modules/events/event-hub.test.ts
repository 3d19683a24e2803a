import { expect, test } from 'vitest';
import { createInProcessBus } from '#server/integrations/bus/in-process-bus.ts';
import { createEventHub } from './event-hub.ts';
import type { EventStream } from './event-stream.ts';

const aStream = (userId: string, address: string): EventStream => ({
  userId,
  address,
  sessionId: `session of ${userId}`,
  send: () => undefined,
  catchUp: () => undefined,
  end: () => undefined,
});

test('streams count for their user and for their address, and give both places back once', () => {
  const hub = createEventHub(createInProcessBus(), 1_000);
  const [ofA, alsoOfA, ofB] = [aStream('a', '192.0.2.1'), aStream('a', '192.0.2.2'), aStream('b', '192.0.2.1')];
  for (const stream of [ofA, alsoOfA, ofB]) hub.add(stream);
  expect(hub.countOf({ userId: 'a' })).toBe(2);
  expect(hub.countOf({ address: '192.0.2.1' })).toBe(2);

  hub.remove(ofA);
  hub.remove(ofA);
  expect(hub.countOf({ userId: 'a' })).toBe(1);
  expect(hub.countOf({ address: '192.0.2.1' })).toBe(1);
  expect(hub.countOf({ userId: 'nobody' })).toBe(0);
});
