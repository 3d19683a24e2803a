import { afterEach, expect, test } from 'vitest';
import { createForwardingProxy, type ForwardingProxy } from '#tests/support/network/forwarding-proxy.ts';
import { createTestAccounts, type TestAccounts } from '#tests/support/test-accounts.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const trusting = sharedByTests(() => createTestAccounts({ config: { trustProxy: ['127.0.0.1'] } }));
const trustless = sharedByTests(createTestAccounts);
const proxies: ForwardingProxy[] = [];
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
});

async function listen({ app }: TestAccounts): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

async function clientAt(product: TestAccounts, address: string) {
  const proxy = await createForwardingProxy(await listen(product), address);
  proxies.push(proxy);
  let tries = 0;
  return async (forged?: string): Promise<number> => {
    // One password on many accounts: none of them asks for a robot check, which would raise the limit.
    const email = `${address}-${tries++}@kurs.example`;
    const answer = await fetch(`${proxy.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(forged ? { 'x-forwarded-for': forged } : {}) },
      body: JSON.stringify({ email, password: 'Wrong-one-1' }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
}

async function times(count: number, call: (i: number) => Promise<number>): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let i = 0; i < count; i++) statuses.add(await call(i));
  return statuses;
}

test('A6: two honest clients behind the trusted proxy are counted separately', async () => {
  const [first, second] = [await clientAt(trusting, '203.0.113.10'), await clientAt(trusting, '203.0.113.11')];
  expect(await times(30, () => first())).toEqual(new Set([401]));
  expect(await first()).toBe(429);
  expect(await second()).toBe(401);
});

test('A6: an X-Forwarded-For sent by a client is ignored behind a trusted proxy', async () => {
  const client = await clientAt(trusting, '203.0.113.12');
  await times(30, (i) => client(`198.51.100.${i}`));
  expect(await client('198.51.100.99')).toBe(429);
  expect(await client('127.0.0.1')).toBe(429);
});

test('A6: without TRUST_PROXY rotating X-Forwarded-For has no effect', async () => {
  const client = await clientAt(trustless, '203.0.113.13');
  await times(30, (i) => client(`198.51.100.${i}`));
  expect(await client('198.51.100.200')).toBe(429);
});
