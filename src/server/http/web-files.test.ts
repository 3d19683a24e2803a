import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp } from '#tests/support/test-app.ts';

const script = 'document.documentElement.lang = "uk"';
const files = {
  'client/index.html': `<html><script>${script}</script><script src="/assets/a.js"></script><p>start</p></html>`,
  'client/uk/index.html': '<p>home</p>',
  'client/uk/about/index.html': '<p>about</p>',
  'client/__spa-fallback.html': '<p>fallback</p>',
  'client/assets/a-1234.js': 'console.log(1)',
  'client/assets/a-1234.js.map': '{"sources":["secret.ts"]}',
  'client/favicon.svg': '<svg/>',
  'client/.env': 'SECRET=1',
  'client/.git/config': '[core]',
  'server.json': '{"secret":1}',
  'screens.json': '["/uk","/uk/signal"]',
};

let buildDir: string;
let app: FastifyInstance;
beforeAll(async () => {
  buildDir = mkdtempSync(join(tmpdir(), 'kurs-build-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(buildDir, name)), { recursive: true });
    writeFileSync(join(buildDir, name), content);
  }
  writeFileSync(join(buildDir, 'client/assets/a-1234.js.gz'), gzipSync('console.log(1)'));
  app = await createTestApp({ buildDir });
});
afterAll(async () => {
  await app.close();
  rmSync(buildDir, { recursive: true, force: true });
});

const page = { accept: 'text/html,application/xhtml+xml' };
const get = (url: string, headers: Record<string, string> = page) => app.inject({ url, headers });

test.each([
  ['/', 'start'],
  ['/uk', 'home'],
  ['/uk/', 'home'],
  ['/uk/?x=1', 'home'],
  ['/uk/about', 'about'],
])('%s is the prerendered page, asked for anew each time', async (url, text) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(answer.body).toContain(text);
});

test.each([
  ['/uk/signal', 200],
  ['/uk/signal/', 200],
  ['/uk/nowhere', 404],
  ['/xx/signal', 404],
  ['/__spa-fallback.html', 404],
])('%s is the page that finds its screen in the browser, with %i', async (url, status) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.body]).toEqual([status, '<p>fallback</p>']);
});

test('who asks for no page gets the one form of refusal', async () => {
  const answer = await get('/uk/nowhere', { accept: 'image/png' });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
});

test('an unknown address of the API is never a page', async () => {
  const answer = await get('/api/nowhere');
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
});

test('a page allows its own inline scripts by their hash, and nothing inline else', async () => {
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = String((await get('/')).headers['content-security-policy']);
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(String((await get('/uk')).headers['content-security-policy'])).toContain("script-src 'self';");
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-/);
});

test('files named by their content are kept for a year, compressed where the browser can', async () => {
  const plain = await get('/assets/a-1234.js');
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const compressed = await get('/assets/a-1234.js', { 'accept-encoding': 'gzip' });
  expect([compressed.statusCode, compressed.headers['content-encoding']]).toEqual([200, 'gzip']);
  expect(compressed.headers['content-type']).toContain('javascript');
});

test('a file that did not change is answered with 304 and all headers', async () => {
  const { etag } = (await get('/favicon.svg')).headers;
  const answer = await get('/favicon.svg', { 'if-none-match': String(etag) });
  expect(answer.statusCode).toBe(304);
  expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
});

test.each([
  '/.env',
  '/.git/config',
  '/assets/a-1234.js.map',
  '/assets/a-1234.js.gz',
  '/../server.json',
  '/..%2fserver.json',
  '/%2e%2e/server.json',
  '/assets/..%2f..%2fserver.json',
  '/assets/%5c..%5c..%5cserver.json',
  '//server.json',
  '/metrics',
])('A54: %s does not exist', async (url) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toMatch(/secret|SECRET|core/);
});

test.each(['//evil.example', '/uk//evil.example', '/%2f%2fevil.example', '/?next=//evil.example'])(
  'A53: %s leads nowhere else',
  async (url) => {
    const answer = await get(url);
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.statusCode).toBeLessThan(500);
  },
);

test('a partner whom the operator has chosen may show its script and its frame, and nobody else may', async () => {
  const partners = ['https://challenges.cloudflare.com'];
  const withPartner = await createTestApp({ buildDir, partners });
  const policyOf = async (from: FastifyInstance): Promise<Map<string, string>> => {
    const { headers } = await from.inject({ url: '/', headers: page });
    const rules = String(headers['content-security-policy']).split('; ');
    return new Map(rules.map((rule) => [rule.split(' ')[0] ?? '', rule]));
  };
  for (const directive of ['script-src', 'frame-src']) {
    expect((await policyOf(withPartner)).get(directive)).toContain(partners[0]);
    expect((await policyOf(app)).get(directive)).not.toContain('https:');
  }
  expect((await policyOf(withPartner)).get('connect-src')).toBe("connect-src 'self'");
  await withPartner.close();
});
