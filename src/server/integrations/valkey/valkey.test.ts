import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { describeWithValkey, startTestValkey, type TestValkey } from '#tests/support/test-valkey.ts';
import { createValkey, type Valkey } from './valkey.ts';

let server: TestValkey;
let valkey: Valkey;
let seen: string[];
let changed: PromiseWithResolvers<void>;

const note = (event: string): void => {
  seen.push(event);
  changed.resolve();
  changed = Promise.withResolvers();
};
/** Resolves once the subscriber has seen this. */
const until = async (event: string): Promise<void> => {
  while (!seen.includes(event)) await changed.promise;
};

describeWithValkey('a connection to Valkey', () => {
  beforeEach(async () => {
    server = await startTestValkey();
    seen = [];
    changed = Promise.withResolvers();
    valkey = createValkey({ url: server.url, name: 'kurs-test', after: systemScheduler.after, log: silentLog });
    valkey.subscribe('news', {
      onSubscribed: () => note('subscribed'),
      onMessage: note,
      onLost: () => note('lost'),
    });
  });
  afterEach(async () => {
    await valkey.stop();
    await server.kill();
  });

  it('subscribes once it is connected, and again after the server was away', async () => {
    await valkey.start();
    await until('subscribed');
    while (!valkey.isConnected()) await new Promise((resolve) => setImmediate(resolve));
    await valkey.commands.publish('news', 'first');
    await until('first');

    await server.kill();
    await until('lost');
    await expect(valkey.commands.publish('news', 'dropped')).rejects.toThrow();
    expect(valkey.isConnected()).toBe(false);

    seen = [];
    await server.restart();
    await until('subscribed');
    while (!valkey.isConnected()) await new Promise((resolve) => setImmediate(resolve));
    await valkey.commands.publish('news', 'second');
    await until('second');
    expect(seen).toEqual(['subscribed', 'second']);
  });

  it('fails a command at once while there is no connection', async () => {
    await expect(valkey.commands.get('anything')).rejects.toThrow();
  });
});
