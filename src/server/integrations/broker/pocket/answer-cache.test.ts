import { expect, it, afterEach, beforeEach } from 'vitest';
import type { TraderAccount } from '#server/integrations/broker/broker.ts';
import { createAnswerCache, valkeyCache } from './answer-cache.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { startTestValkey, type TestValkey } from '#tests/support/network/start-valkey.ts';
import { describeWithValkey } from '#tests/support/network/test-valkey.ts';
import { createValkey, type Valkey } from '#server/integrations/valkey/valkey.ts';

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
    const cache = valkeyCache(valkey);
    expect(await cache.get('trader 1')).toBeNull();
    await cache.set('trader 1', 'text', 60_000);
    expect(await cache.get('trader 1')).toBe('text');
    expect(await valkey.commands.pttl('kurs:cache:trader 1')).toBeGreaterThan(0);
    await server.kill();
    await cache.set('trader 1', 'other', 60_000);
    expect(await cache.get('trader 1')).toBeNull();
  });
});

const trader: TraderAccount = {
  id: '7731402',
  balance: 250,
  isSelfExcluded: false,
  netTurnover: null,
  commission: null,
  registeredAt: null,
  answeredAt: 0,
};

it('uses an answer of another process for as long as one of its own', async () => {
  const texts = new Map<string, string>();
  const shared = {
    get: async (key: string) => texts.get(key) ?? null,
    set: async (key: string, text: string) => void texts.set(key, text),
  };
  let [now, fetched] = [0, 0];
  const [here, there] = [0, 1].map(() => createAnswerCache({ now: () => now }, shared));
  const fetch = async (): Promise<TraderAccount> => {
    fetched += 1;
    return trader;
  };
  await here?.getOrFetch(trader.id, false, fetch);
  now = 299_999;
  expect(await there?.getOrFetch(trader.id, false, fetch)).toEqual(trader);
  expect(fetched).toBe(1);
  await there?.getOrFetch(trader.id, true, fetch);
  expect(fetched).toBe(2);
});
