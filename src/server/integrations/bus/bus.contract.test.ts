import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { startTestValkey, type TestValkey } from '#tests/support/network/start-valkey.ts';
import { describeWithValkey } from '#tests/support/network/test-valkey.ts';
import { createValkey, type Valkey } from '../valkey/valkey.ts';
import { type Bus, type BusEvent, createInProcessBus } from './bus.ts';
import { createValkeyBus } from './valkey-bus.ts';

/** The bus as two processes see it; the same one where there is only one process. */
interface Subject {
  readonly here: Bus;
  readonly there: Bus;
  close(): Promise<void>;
}

const { after } = systemScheduler;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

async function inProcess(): Promise<Subject> {
  const bus = createInProcessBus();
  return { here: bus, there: bus, close: async () => undefined };
}

function connect(url: string): { readonly bus: Bus; readonly valkey: Valkey } {
  const valkey = createValkey({ url, name: 'kurs-test', after, log: silentLog });
  const bus = createValkeyBus(valkey, silentLog);
  void valkey.start();
  return { bus, valkey };
}

async function overValkey(): Promise<Subject> {
  const server = await startTestValkey();
  const [here, there] = [connect(server.url), connect(server.url)];
  await until(() => here.bus.isUp() && there.bus.isUp());
  const close = async (): Promise<void> => {
    for (const { valkey } of [here, there]) await valkey.stop();
    await server.kill();
  };
  return { here: here.bus, there: there.bus, close };
}

const event = (userId: string | null, id: number | null = null): BusEvent<'session'> => ({
  name: 'session',
  data: null,
  userId,
  id,
});

function fulfilsTheContract(setUp: () => Promise<Subject>): void {
  let subject: Subject;
  beforeEach(async () => {
    subject = await setUp();
  });
  afterEach(() => subject.close());

  it('delivers an event for everyone in both processes, and in the publishing one at once', async () => {
    const received: string[] = [];
    subject.here.subscribe(() => received.push('here'));
    subject.there.subscribe(() => received.push('there'));
    subject.here.publish(event(null));
    expect(received).toContain('here');
    await until(() => received.length === 2);
    expect(received.toSorted()).toEqual(['here', 'there']);
  });

  it('delivers the events of a user, whole and in order, to the listeners of this user only', async () => {
    const [mine, theirs, everyones]: [BusEvent[], BusEvent[], BusEvent[]] = [[], [], []];
    await subject.there.subscribeUser('a', (one) => mine.push(one)).ready;
    await subject.there.subscribeUser('b', (one) => theirs.push(one)).ready;
    subject.there.subscribe((one) => everyones.push(one));
    for (const id of [1, 2, 3]) subject.here.publish(event('a', id));
    subject.here.publish(event('b', 4));
    await until(() => theirs.length === 1);
    expect(mine).toEqual([event('a', 1), event('a', 2), event('a', 3)]);
    expect([theirs, everyones]).toEqual([[event('b', 4)], []]);
  });

  it('delivers to the other listener of a user after one has left, and to one that comes later', async () => {
    const received: string[] = [];
    const left = subject.there.subscribeUser('a', () => received.push('left'));
    const stays = subject.there.subscribeUser('a', () => received.push('stays'));
    await Promise.all([left.ready, stays.ready]);
    left.end();
    subject.here.publish(event('a'));
    await until(() => received.length > 0);
    stays.end();
    await subject.there.subscribeUser('a', () => received.push('late')).ready;
    subject.here.publish(event('a'));
    await until(() => received.length > 1);
    expect(received).toEqual(['stays', 'late']);
  });

  it('delivers a notice with its data in both processes', async () => {
    const received: unknown[] = [];
    for (const bus of [subject.here, subject.there]) bus.onNotice('sessions_ended', (ids) => received.push(ids));
    subject.here.notify('user_changed', 'u');
    subject.here.notify('sessions_ended', ['s', 't']);
    await until(() => received.length === 2);
    expect(received).toEqual([
      ['s', 't'],
      ['s', 't'],
    ]);
  });

  it('says that it is up', () => expect(subject.here.isUp()).toBe(true));
}

describe('the bus of one process', () => fulfilsTheContract(inProcess));

describeWithValkey('the bus over Valkey', () => {
  fulfilsTheContract(overValkey);

  describe('when Valkey goes away', () => {
    let server: TestValkey;
    let one: ReturnType<typeof connect>;
    beforeEach(async () => {
      server = await startTestValkey();
      one = connect(server.url);
      await until(() => one.bus.isUp());
    });
    afterEach(async () => {
      await one.valkey.stop();
      await server.kill();
    });

    it('is down, still delivers within the process, and lets nobody wait for a subscription', async () => {
      const received: BusEvent[] = [];
      await server.kill();
      await until(() => !one.bus.isUp());
      await one.bus.subscribeUser('a', (published) => received.push(published)).ready;
      one.bus.publish(event('a', 7));
      expect(received).toEqual([event('a', 7)]);
    });

    it('says when it is back, and by then every user is subscribed to again', async () => {
      let returns = 0;
      const received: BusEvent[] = [];
      await one.bus.subscribeUser('a', (published) => received.push(published)).ready;
      one.bus.onReturn(() => (returns += 1));
      await server.kill();
      await until(() => !one.bus.isUp());
      await server.restart();
      await until(() => returns === 1);
      const other = connect(server.url);
      await until(() => other.bus.isUp());
      other.bus.publish(event('a', 8));
      await until(() => received.length === 1);
      await other.valkey.stop();
      expect(received).toEqual([event('a', 8)]);
    });
  });
});
