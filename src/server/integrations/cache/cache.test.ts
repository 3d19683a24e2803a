import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { startTestValkey, type TestValkey } from '#tests/support/network/start-valkey.ts';
import { describeWithValkey } from '#tests/support/network/test-valkey.ts';
import { createValkey, type Valkey } from '../valkey/valkey.ts';
import { createValkeyCache } from './cache.ts';

let server: TestValkey;
let valkey: Valkey;

describeWithValkey('a cache in Valkey', () => {
  beforeEach(async () => {
    server = await startTestValkey();
    valkey = createValkey({ url: server.url, name: 'kurs-test', after: systemScheduler.after, log: silentLog });
    void valkey.start();
    while (!valkey.isConnected()) await new Promise((resolve) => setImmediate(resolve));
  });
  afterEach(async () => {
    await valkey.stop();
    await server.kill();
  });

  it('holds a text for as long as it was set for, and has none while Valkey is away', async () => {
    const cache = createValkeyCache(valkey);
    expect(await cache.get('trader 1')).toBeNull();
    await cache.set('trader 1', 'text', 60_000);
    expect(await cache.get('trader 1')).toBe('text');
    expect(await valkey.commands.pttl('kurs:cache:trader 1')).toBeGreaterThan(0);
    await server.kill();
    await cache.set('trader 1', 'other', 60_000);
    expect(await cache.get('trader 1')).toBeNull();
  });
});
