import { randomBytes, randomUUID } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyPluginAsync, type FastifyRequest } from 'fastify';
import { importPeer } from './import-peer.ts';

declare module 'fastify' {
  /** What is used of @fastify/jwt. */
  interface FastifyInstance {
    jwt: { sign(payload: object, options: { expiresIn: string }): string };
  }
  interface FastifyRequest {
    jwtVerify(): Promise<unknown>;
  }
}

const { default: helmet } = await importPeer<{
  default: FastifyPluginAsync<{ contentSecurityPolicy: false; hsts: false }>;
}>('@fastify/helmet');
const { default: jwt } = await importPeer<{ default: FastifyPluginAsync<{ secret: string }> }>('@fastify/jwt');
/**
 * An application with the product's guards from public plugins: headers, a rate limit, a token and a
 * logger of the same level. GET /token answers a token.
 */
export const app = fastify({ logger: { level: 'warn' } });
await app.register(helmet, { contentSecurityPolicy: false, hsts: false });
// Switched off as in the product under load: what is measured is that it is asked.
await app.register(rateLimit, { timeWindow: '1 minute', allowList: () => true });
await app.register(jwt, { secret: randomBytes(32).toString('hex') });

export const verifyToken = async (request: FastifyRequest): Promise<void> => {
  await request.jwtVerify();
};
app.get('/token', async () => app.jwt.sign({ sub: randomUUID() }, { expiresIn: '1h' }));
