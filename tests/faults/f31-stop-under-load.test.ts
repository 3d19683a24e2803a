import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedTokens, seedUsers } from '#bench/setup/seed-users.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const secret = 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be';
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
const streams = 1_000;
const streamsAUser = 5;
const requests = 50;

const database = sharedByTests(createTestDatabase);
let product: Product;
let tokens: string[];

beforeAll(async () => {
  // Rate limit 0, because all requests come from one address.
  const variables = { DATABASE_URL: database.url, DEMO: 'on', SECRET: secret, RATE_LIMIT_PER_MINUTE: '0' };
  product = await startProduct(variables);
  tokens = await seedTokens(database.db, await seedUsers(database.db, streams / streamsAUser), secret);
}, 120_000);
afterAll(async () => {
  agent.destroy();
  await product?.stop();
});

const call = (path: string, token: string, options: object = {}): ClientRequest =>
  request(product.url + path, {
    agent,
    ...options,
    headers: { authorization: `Bearer ${token}`, ...getHeaders(options) },
  });
const getHeaders = (options: { headers?: object }) => options.headers ?? {};

interface OpenStream {
  /** The complete output, once the stream has ended. */
  readonly output: Promise<string>;
}

async function openStream(token: string): Promise<OpenStream> {
  const requested = call('/api/events', token);
  requested.end();
  const [stream] = (await once(requested, 'response')) as [IncomingMessage];
  expect(stream.statusCode).toBe(200);
  return { output: text(stream) };
}

/** A request whose head the server has read and whose body it awaits. */
async function openRequest(token: string): Promise<ClientRequest> {
  const headers = { 'content-type': 'application/json', 'content-length': 2, expect: '100-continue' };
  const requested = call('/api/signal/stop', token, { method: 'POST', headers });
  requested.flushHeaders();
  await once(requested, 'continue');
  return requested;
}

it('F31 SIGTERM with 1,000 streams and 50 requests open: requests are answered, streams get a reconnect delay, exit 0', async () => {
  const ends: Promise<string>[] = [];
  for (const token of tokens) {
    const opened = await Promise.all(Array.from({ length: streamsAUser }, () => openStream(token)));
    ends.push(...opened.map(({ output }) => output));
  }
  const open = await Promise.all(tokens.slice(0, requests).map(openRequest));
  const exit = once(product.process, 'close');
  product.process.kill('SIGTERM');

  // The shutdown has begun; only now the request bodies are sent.
  await Promise.race(ends);
  const answers = await Promise.all(
    open.map(async (requested) => {
      const answered = once(requested, 'response') as Promise<[IncomingMessage]>;
      requested.end('{}');
      return (await answered)[0].statusCode;
    }),
  );
  expect(answers).toEqual(open.map(() => 204));
  for (const output of await Promise.all(ends)) expect(output).toMatch(/\nretry: \d+\n\n$/);
  // Exceeding its shutdown timeout would end it with exit code 1.
  expect(await exit).toEqual([0, null]);
}, 120_000);
