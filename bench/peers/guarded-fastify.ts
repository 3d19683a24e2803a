import { randomBytes, randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyPluginAsync, type FastifyRequest } from 'fastify';
import { importPeer } from './import-peer.ts';

/**
 * The peer of the row `price`, a separate process: one route with the product's guards from public
 * plugins, which are headers, a rate limit, a token, a schema of the response and a logger of the
 * same level. Prints its address and runs until it is stopped.
 */
declare module 'fastify' {
  /** What is used of @fastify/jwt. */
  interface FastifyInstance {
    jwt: { sign(payload: object, options: { expiresIn: string }): string };
  }
  interface FastifyRequest {
    jwtVerify(): Promise<unknown>;
  }
}

const { default: jwt } = await importPeer<{ default: FastifyPluginAsync<{ secret: string }> }>('@fastify/jwt');
const app = fastify({ logger: { level: 'warn' } });
await app.register(helmet, { contentSecurityPolicy: false, hsts: false });
// Switched off as in the product under load: what is measured is that it is asked.
await app.register(rateLimit, { timeWindow: '1 minute', allowList: () => true });
await app.register(jwt, { secret: randomBytes(32).toString('hex') });

const verifyToken = async (request: FastifyRequest): Promise<void> => {
  await request.jwtVerify();
};
const text = { type: 'string' };
const number = { type: 'number' };
const response = {
  200: {
    type: 'object',
    required: ['symbol', 'price', 'bid', 'ask', 'time'],
    properties: { symbol: text, price: number, bid: number, ask: number, time: text },
  },
};
const price = { symbol: 'EURUSD', price: 1.10123, bid: 1.10122, ask: 1.10124 };

app.get('/token', async () => app.jwt.sign({ sub: randomUUID() }, { expiresIn: '1h' }));
app.get('/price', { onRequest: verifyToken, schema: { response } }, async () => ({
  ...price,
  time: new Date().toISOString(),
}));

console.log(`runs at ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
