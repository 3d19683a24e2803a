import { test as base } from '@playwright/test';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { dataPolicy, workerPolicy } from '#server/http/guards/security-headers.ts';
import { closeServer, listenLocally } from '#tests/support/network/local-server.ts';

const root = new URL('../../../build/client/', import.meta.url).pathname;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.bin': 'application/octet-stream',
  '.webmanifest': 'application/manifest+json',
};

export interface StaticSite {
  readonly address: string;
  close(): Promise<void>;
}

/** A test whose addresses are those of the built client alone: `page.goto('/uk/')`. */
export const test = base.extend<object, { readonly site: StaticSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const site = await startStaticSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.address),
});

/**
 * The built web client alone, under the strict policy of the product, for tests that fake the API.
 */
export async function startStaticSite({ reportsTo = '' } = {}): Promise<StaticSite> {
  const server = createServer((request, response) => {
    void answer(request.url ?? '/', reportsTo).then(
      ({ status, body, headers }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const port = await listenLocally(server);
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => closeServer(server),
  };
}

async function answer(
  url: string,
  reportsTo: string,
): Promise<{ status: number; body: Buffer; headers: Record<string, string> }> {
  const path = normalize(decodeURIComponent(new URL(url, 'http://site').pathname));
  if (/^\/(python_)?api\//.test(path)) return unanswered;
  const file = extname(path) ? path : join(path, 'index.html');
  const requested = await readFile(join(root, file)).catch(() => null);
  const [status, body] = requested ? [200, requested] : await unbuilt(path);
  const type = (requested && types[extname(file)]) ?? 'text/html; charset=utf-8';
  const policy = type.startsWith('text/html') ? policyFor(body.toString(), reportsTo) : policyOfFile(file);
  return { status, body, headers: { 'content-type': type, 'content-security-policy': policy } };
}

/** A call that no fake answers. */
const unanswered = {
  status: 404,
  body: Buffer.from(JSON.stringify({ code: 'not_found', message: 'No such address.', requestId: 'req-1' })),
  headers: { 'content-type': 'application/json' },
};

/**
 * As the server answers: the fallback page for known screens, else the 404 page in the address's
 * language.
 */
async function unbuilt(path: string): Promise<[status: number, body: Buffer]> {
  const screens = JSON.parse(await readFile(join(root, '../screens.json'), 'utf8')) as Record<string, string[]>;
  const fallback = await readFile(join(root, '__spa-fallback.html'));
  for (const [status, addresses] of Object.entries(screens)) {
    const isOne = addresses.some((address) => new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(path));
    if (isOne) return [Number(status), fallback];
  }
  const lost = await readFile(join(root, path.split('/')[1] ?? '', '404.html')).catch(() => fallback);
  return [404, lost];
}

/** As the server sets it for files that are no pages: a worker is subject to it. */
const policyOfFile = (file: string): string =>
  /service-worker\.js$|record\.worker-/.test(file) ? workerPolicy : dataPolicy;

/** Inline scripts and styles by their hashes; no other inline code except style attributes. */
function policyFor(html: string, reportsTo: string): string {
  const hashes = (element: RegExp): string =>
    [...html.matchAll(element)]
      .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes(/<script(?![^>]*(?:\bsrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g)}`,
    `style-src 'self' ${hashes(/<style>([\s\S]*?)<\/style>/g)}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${reportsTo}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}
