import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
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

export type SecurityHeaders = Readonly<Record<string, string>>;

/** What helmet does not send. */
const ownHeaders = {
  'content-security-policy': dataPolicy,
  'permissions-policy': permissions.map((name) => `${name}=()`).join(', '),
};

/**
 * What every response carries. Helmet writes the same headers whatever the request, so it writes
 * them once: for each request it would build its functions again, a third of the time of a price.
 */
export function createSecurityHeaders({ isHttps }: { readonly isHttps: boolean }): SecurityHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const write = helmet({
    contentSecurityPolicy: false,
    hsts: isHttps ? { maxAge: yearS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  write(response.req, response, () => undefined);
  const written = response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]);
  return { ...Object.fromEntries(written), ...ownHeaders };
}

/** Sent with every response; a page replaces the policy with its own. */
export function sendSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
  });
  app.addHook('onSend', async (request, reply) => {
    if (isApiCall(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
