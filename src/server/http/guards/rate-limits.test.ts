import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { keyedHash } from '#server/crypto/keyed-hash.ts';
import { startTestValkey } from '#tests/support/network/start-valkey.ts';
import { describeWithValkey } from '#tests/support/network/test-valkey.ts';
import { createTestApp } from '#tests/support/test-app.ts';

describeWithValkey('counts that processes share', () => {
  it('hold no address, and count a call of either process', async () => {
    const server = await startTestValkey();
    const valkey = new Redis(server.url);
    try {
      const hashAddress = keyedHash({ secret: 'a secret of these tests' }, 'rate limits');
      const call = async () => {
        const app = await createTestApp({ config: { rateLimitPerMinute: 1 }, rateStore: { valkey, hashAddress } });
        return (await app.inject({ url: '/api/docs/json', remoteAddress: '192.0.2.77' })).statusCode;
      };
      expect([await call(), await call()]).toEqual([200, 429]);
      const keys = await valkey.keys('*');
      expect([keys.length > 0, keys.join(' ').includes('192.0.2.77')]).toEqual([true, false]);
    } finally {
      valkey.disconnect();
      await server.kill();
    }
  });
});
