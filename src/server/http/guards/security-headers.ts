import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isApiCall } from './rate-limits.ts';
import { createHash } from 'node:crypto';

const closedDoors = ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"];

/** For responses that are not pages. */
export const dataPolicy = ["default-src 'none'", ...closedDoors].join('; ');

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
export function getSecurityHeaders({ isHttps }: { readonly isHttps: boolean }): SecurityHeaders {
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

/**
 * Content security policy of a page: inline scripts and styles only as they were at build time.
 * `partners`: origins whose script and frame the operator has allowed; `reportsTo`: the origin that
 * errors are reported to.
 */
export const pagePolicy = (html: string, partners: readonly string[] = [], reportsTo: string | null = null): string =>
  [
    "default-src 'self'",
    `script-src ${["'self'", ...computeHashes(html, 'script'), ...partners].join(' ')}`,
    `frame-src ${["'self'", ...partners].join(' ')}`,
    `style-src ${["'self'", ...computeHashes(html, 'style')].join(' ')}`,
    // Prerendered pages carry style attributes (sizes of the chart and the progress bars), which
    // cannot run code.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...(reportsTo === null ? [] : [reportsTo])].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    ...closedDoors,
  ].join('; ');

/** A worker runs under the policy it was sent with: it may request what this site has, nothing else. */
export const workerPolicy = ["default-src 'none'", "script-src 'self'", "connect-src 'self'", ...closedDoors].join(
  '; ',
);

function computeHashes(html: string, element: 'script' | 'style'): string[] {
  // Skips structured data for search engines (JSON-LD), which is never executed.
  const inline = new RegExp(`<${element}(?![^>]*(?:\\ssrc=|ld\\+json))[^>]*>([\\s\\S]*?)</${element}>`, 'g');
  const texts = [...html.matchAll(inline)].map((match) => match[1] ?? '').filter(Boolean);
  return [...new Set(texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))];
}
