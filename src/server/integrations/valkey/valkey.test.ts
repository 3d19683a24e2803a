import { afterEach, beforeEach, expect, it } from 'vitest';
import { execFileSync } from 'node:child_process';
import { secondMs } from '#domain/time.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { startTestValkey, type TestValkey } from '#tests/support/network/start-valkey.ts';
import { describeWithValkey } from '#tests/support/network/test-valkey.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
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

  it('is down as soon as the server no longer answers, though its connections are open', async () => {
    const time = createVirtualTime(0);
    const { after } = time.scheduler;
    const watched = createValkey({ url: server.url, name: 'kurs-watched', after, log: silentLog });
    const [readiness = expect.unreachable()] = watched.readiness;
    expect(await readiness.check()).toBe('down');
    await watched.start();
    while (!watched.isConnected()) await new Promise((resolve) => setImmediate(resolve));
    const timers = time.waiting();
    expect(await readiness.check()).toBe('ok');
    expect(time.waiting()).toBe(timers);

    server.process().kill('SIGSTOP');
    const state = readiness.check();
    await time.advanceAsync(2 * secondMs);
    expect([await state, watched.isConnected()]).toEqual(['down', true]);
    server.process().kill('SIGCONT');
    expect(await readiness.check()).toBe('ok');
    await watched.stop();
  });

  it('is not down when the process was too busy to read the answer', async () => {
    const time = createVirtualTime(0);
    const { after } = time.scheduler;
    const busy = createValkey({ url: server.url, name: 'kurs-busy', after, log: silentLog });
    await busy.start();
    while (!busy.isConnected()) await new Promise((resolve) => setImmediate(resolve));
    const state = busy.readiness[0]?.check();
    // The answers arrive, and the timer is the first to be served.
    execFileSync('sleep', ['0.05']);
    time.advance(2 * secondMs);
    expect(await state).toBe('ok');
    await busy.stop();
  });

  it('fails a command at once while there is no connection', async () => {
    await expect(valkey.commands.get('anything')).rejects.toThrow();
  });
});
