import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { startTestValkey, type TestValkey } from '#tests/support/network/start-valkey.ts';
import { describeWithValkey } from '#tests/support/network/test-valkey.ts';
import { createVirtualTime, type VirtualTime } from '#tests/support/virtual-time.ts';
import { createValkey, type Valkey } from '../valkey/valkey.ts';
import { createLocalSemaphores, type Semaphores } from './semaphores.ts';
import { createValkeySemaphores } from './valkey-semaphores.ts';

/** As two processes see them; the same ones where there is only one process. */
interface Subject {
  readonly here: Semaphores;
  readonly there: Semaphores;
}

function fulfilsTheContract(subject: () => Subject): void {
  it('gives so many permits under a key, whichever process asks, and one more once one is released', async () => {
    const { here, there } = subject();
    const first = await here.take({ a: 2 });
    expect(await there.take({ a: 2 })).not.toBeNull();
    expect([await here.take({ a: 2 }), await there.take({ a: 2 })]).toEqual([null, null]);
    first?.release();
    first?.release();
    while ((await there.take({ a: 2 })) === null) await turn();
    expect(await here.take({ a: 2 })).toBeNull();
  });

  it('takes none under any key if one of them is full', async () => {
    const { here, there } = subject();
    await here.take({ a: 1, b: 5 });
    expect(await there.take({ a: 1, b: 5 })).toBeNull();
    expect(await there.take({ b: 2 })).not.toBeNull();
    expect(await here.take({ b: 2 })).toBeNull();
  });

  it('counts nothing under a key without a limit', async () => {
    const { here, there } = subject();
    for (const semaphores of [here, there])
      expect(await semaphores.take({ a: Number.POSITIVE_INFINITY })).not.toBeNull();
  });
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('semaphores of one process', () => {
  fulfilsTheContract(() => {
    const semaphores = createLocalSemaphores();
    return { here: semaphores, there: semaphores };
  });
});

describeWithValkey('semaphores in Valkey', () => {
  let server: TestValkey;
  let valkey: Valkey;
  let time: VirtualTime;
  let here: ReturnType<typeof createValkeySemaphores>;
  let there: ReturnType<typeof createValkeySemaphores>;
  beforeEach(async () => {
    server = await startTestValkey();
    valkey = createValkey({ url: server.url, name: 'kurs-test', after: systemScheduler.after, log: silentLog });
    void valkey.start();
    while (!valkey.isConnected()) await turn();
    time = createVirtualTime(0);
    [here, there] = [
      createValkeySemaphores(valkey, time.scheduler, silentLog),
      createValkeySemaphores(valkey, time.scheduler, silentLog),
    ];
    await here.start();
  });
  afterEach(async () => {
    await here.stop();
    await valkey.stop();
    await server.kill();
  });

  fulfilsTheContract(() => ({ here, there }));

  const endsAt = async (key: string): Promise<number> =>
    Number((await valkey.commands.zrange(key, '0', '0', 'WITHSCORES'))[1]);

  it('end within half a minute after their process was killed, unless it renews them', async () => {
    await here.take({ a: 1 });
    expect(await valkey.commands.pttl('kurs:semaphores:a')).toBeLessThanOrEqual(30_000);
    // Nothing renews those of the other process.
    await there.take({ b: 1 });
    for (const key of ['kurs:semaphores:a', 'kurs:semaphores:b']) {
      const [id] = await valkey.commands.zrange(key, '0', '0');
      await valkey.commands.zadd(key, '1', id ?? '');
    }
    await time.advanceAsync(10_000);
    while ((await endsAt('kurs:semaphores:a')) === 1) await turn();
    expect(await there.take({ a: 1 })).toBeNull();
    expect(await here.take({ b: 1 })).not.toBeNull();
  });

  it('end after their own lifetime, whether their process lives or not', async () => {
    await here.take({ a: 1 }, 1_000);
    expect(await valkey.commands.pttl('kurs:semaphores:a')).toBeLessThanOrEqual(1_000);
    const [id] = await valkey.commands.zrange('kurs:semaphores:a', '0', '0');
    await valkey.commands.zadd('kurs:semaphores:a', '1', id ?? '');
    await here.take({ b: 1 });
    await valkey.commands.flushall();
    await time.advanceAsync(10_000);
    while ((await valkey.commands.zcard('kurs:semaphores:b')) === 0) await turn();
    expect(await valkey.commands.zcard('kurs:semaphores:a')).toBe(0);
  });

  it('are counted again after Valkey lost everything', async () => {
    await here.take({ a: 1 });
    await valkey.commands.flushall();
    await time.advanceAsync(10_000);
    while ((await valkey.commands.zcard('kurs:semaphores:a')) === 0) await turn();
    expect(await there.take({ a: 1 })).toBeNull();
  });

  it('are limited by each process at least while Valkey is out of memory or away', async () => {
    await valkey.commands.config('SET', 'maxmemory', '1');
    expect([await here.take({ a: 1 }), await here.take({ a: 1 })]).toEqual([expect.anything(), null]);
    await server.kill();
    expect([await here.take({ b: 1 }), await here.take({ b: 1 })]).toEqual([expect.anything(), null]);
  });
});
