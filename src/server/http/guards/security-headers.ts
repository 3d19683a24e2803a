import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { isApiCall } from './rate-limits.ts';
import { dataPolicy } from '../pages/page-policy.ts';

const yearS = 31_536_000;
const permissions = [
  'camera',
  'geolocation',
  'microphone',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'browsing-topics',
];

/** What helmet does not send. */
const ownHeaders = {
  'content-security-policy': dataPolicy,
  'permissions-policy': permissions.map((name) => `${name}=()`).join(', '),
};

/** For requests that are rejected before any hook runs. */
export const essentialHeaders = (requestId: string): Readonly<Record<string, string>> => ({
  ...ownHeaders,
  'x-request-id': requestId,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** Sent with every response; a page replaces the policy with its own. */
export async function sendSecurityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    hsts: isHttps ? { maxAge: yearS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(ownHeaders).header('x-request-id', request.id);
  });
  app.addHook('onSend', async (request, reply) => {
    if (isApiCall(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
