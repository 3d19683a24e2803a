import { expect, test } from 'vitest';
import { createInProcessBus } from '#server/integrations/bus/in-process-bus.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { createEventHub } from './event-hub.ts';
import type { EventStream } from './event-stream.ts';

const aStream = (userId: string, address: string, send: EventStream['send'] = () => undefined): EventStream => ({
  userId,
  address,
  sessionId: `session of ${userId}`,
  send,
  catchUp: () => undefined,
  end: () => undefined,
});

const time = createVirtualTime(0);
const aHub = (bus = createInProcessBus()) =>
  createEventHub({ bus, pricePeriodMs: 1_000, after: time.scheduler.after, log: silentLog });

test('counts streams per user and per address, and releases both slots once', () => {
  const hub = aHub();
  const [ofA, alsoOfA, ofB] = [aStream('a', '192.0.2.1'), aStream('a', '192.0.2.2'), aStream('b', '192.0.2.1')];
  for (const stream of [ofA, alsoOfA, ofB]) hub.add(stream, true);
  expect(hub.countOf({ userId: 'a' })).toBe(2);
  expect(hub.countOf({ address: '192.0.2.1' })).toBe(2);

  hub.remove(ofA);
  hub.remove(ofA);
  expect(hub.countOf({ userId: 'a' })).toBe(1);
  expect(hub.countOf({ address: '192.0.2.1' })).toBe(1);
  expect(hub.countOf({ userId: 'nobody' })).toBe(0);
});

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
  hub.add(
    aStream('a', '192.0.2.1', (text) => received.push(text)),
    true,
  );
  hub.start();
  await time.advanceAsync(45_000);
  expect(received).toEqual([': still here\n\n', ': still here\n\n', ': still here\n\n']);
  await hub.stop();
});
