import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp } from '#tests/support/test-app.ts';
import { chooseEncoding, fillText } from './web-files.ts';

const script = 'document.documentElement.lang = "uk"';
const files = {
  'client/index.html': `<html><script>${script}</script><script src="/assets/a.js"></script><p>start</p></html>`,
  'client/uk/index.html': '<p>home</p>',
  'client/uk/about/index.html': '<p>about</p>',
  'client/uk/404.html': '<p>lost</p>',
  'client/__spa-fallback.html': '<p>fallback</p>',
  'client/ru/index.html': '<html lang="ru"><p>home</p></html>',
  'client/robots.txt': 'Sitemap: https://origin.invalid/sitemap.xml',
  'client/sitemap.xml': '<loc>https://origin.invalid/uk/</loc>',
  'client/en/index.html': `<link rel="canonical" href="https://origin.invalid/en/"><script type="application/ld+json">{}</script>`,
  'client/assets/a-1234.js': 'console.log(1)',
  'client/assets/a-1234.js.map': '{"sources":["secret.ts"]}',
  'client/favicon.svg': '<svg/>',
  'client/service-worker.js': 'fetch("/uk/offline")',
  'client/.env': 'SECRET=1',
  'client/.git/config': '[core]',
  'server.json': '{"secret":1}',
  'screens.json': '{"200":["/uk","/uk/signal","/uk/admin/users/:id"],"404":["/uk/wiki/:slug"]}',
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
])('%s is the prerendered page, revalidated on each request', async (url, text) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(answer.body).toContain(text);
});

test.each([
  ['/uk/signal', 200],
  ['/uk/signal/', 200],
  ['/uk/admin/users/7', 200],
  ['/uk/wiki/nothing-of-the-kind', 404],
  ['/xx/signal', 404],
  ['/xx/__spa-fallback.html', 404],
])('%s is the client-rendered fallback page, with status %i', async (url, status) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.body]).toEqual([status, '<p>fallback</p>']);
});

test.each(['/uk/nowhere', '/uk/404.html', '/uk/signal/7', '/uk/admin/users/7/8', '/uk/wiki/', '/uk/%E0%A4%A'])(
  'serves the not-found page in the language of the address for %s',
  async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([404, '<p>lost</p>']);
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';");
  },
);

test('inserts the site address configured by the operator', async () => {
  const bodies = await Promise.all(['/en/', '/robots.txt', '/sitemap.xml'].map(async (url) => (await get(url)).body));
  expect(bodies[0]).toContain('href="http://localhost:3000/en/"');
  expect(bodies[1]).toBe('Sitemap: http://localhost:3000/sitemap.xml');
  expect(bodies[2]).toBe('<loc>http://localhost:3000/uk/</loc>');
});

test('reserves room for the demo banner on demo pages only', async () => {
  const demo = await createTestApp({ buildDir, isLiveMarket: false });
  expect((await demo.inject({ url: '/ru/', headers: page })).body).toContain('<html data-demo lang="ru">');
  expect((await get('/ru/')).body).toContain('<html lang="ru">');
  await demo.close();
});

test('adds no policy hash for structured data of search engines', async () => {
  expect(String((await get('/en')).headers['content-security-policy'])).toContain("script-src 'self';");
});

test('answers an unchanged page with 304, separately for each encoding', async () => {
  const compressed = await get('/uk/', { ...page, 'accept-encoding': 'gzip, br' });
  expect([compressed.headers['content-encoding'], compressed.headers['vary']]).toEqual(['br', 'accept-encoding']);
  expect(String(brotliDecompressSync(compressed.rawPayload))).toBe('<p>home</p>');
  const etag = String(compressed.headers['etag']);
  const again = await get('/uk/', { ...page, 'accept-encoding': 'gzip, br', 'if-none-match': etag });
  expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag]);
  const plain = await get('/uk/', { ...page, 'if-none-match': etag });
  expect([plain.statusCode, plain.body]).toEqual([200, '<p>home</p>']);
});

test('redirects a form sent without scripts to its page and rejects forms sent elsewhere', async () => {
  const form = { ...page, 'content-type': 'application/x-www-form-urlencoded' };
  const send = (url: string) => app.inject({ method: 'POST', url, headers: form, payload: 'email=a%40b.c&password=x' });
  const answer = await send('/uk/about?password=x');
  expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([303, '/uk/about', '']);
  for (const url of ['/uk/signal', '//evil.example', '/assets/a-1234.js', '/service-worker.js', '/api/nowhere']) {
    expect([url, (await send(url)).statusCode]).toEqual([url, 404]);
  }
});

test('answers a screen like a prerendered page, whatever the request accepts', async () => {
  const answers = await Promise.all(['/uk/about', '/uk/signal'].map((url) => get(url, { accept: '*/*' })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

test('answers a request that does not accept pages with the standard error body', async () => {
  const answer = await get('/uk/nowhere', { accept: 'image/png' });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
});

test('never answers an unknown API address with a page', async () => {
  const answer = await get('/api/nowhere');
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
});

test('allows a page its own inline scripts by hash and no other inline code', async () => {
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = String((await get('/')).headers['content-security-policy']);
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(String((await get('/uk')).headers['content-security-policy'])).toContain("script-src 'self';");
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-/);
});

test('caches files named by content for a year and sends them compressed where supported', async () => {
  const plain = await get('/assets/a-1234.js');
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const compressed = await get('/assets/a-1234.js', { 'accept-encoding': 'gzip' });
  expect([compressed.statusCode, compressed.headers['content-encoding']]).toEqual([200, 'gzip']);
  expect(compressed.headers['content-type']).toContain('javascript');
});

test('lets the service worker request this site, unlike other files', async () => {
  const { headers } = await get('/service-worker.js', {});
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; connect-src 'self'; /);
  expect(headers['cache-control']).toBe('no-cache');
  const file = await get('/assets/a-1234.js', {});
  expect(file.headers['content-security-policy']).toMatch(/^default-src 'none'; object-src/);
});

test('answers an unchanged file with 304 and all security headers', async () => {
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

test.each([
  ['ru-RU,ru;q=0.9,en;q=0.5', '/ru/'],
  ['de-DE,en;q=0.8', '/en/'],
  ['de-DE', '/uk/'],
])('visitors without scripts are sent from / to the language of their browser: %s', async (header, location) => {
  const answer = await get('/?without-scripts', { ...page, 'accept-language': header });
  expect([answer.statusCode, answer.headers.location, answer.headers.vary]).toEqual([302, location, 'accept-language']);
});

test.each(['//evil.example', '/uk//evil.example', '/%2f%2fevil.example', '/?next=//evil.example'])(
  'A53: %s redirects nowhere',
  async (url) => {
    const answer = await get(url);
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.statusCode).toBeLessThan(500);
  },
);

const getPolicy = async (from: FastifyInstance): Promise<Map<string, string>> => {
  const { headers } = await from.inject({ url: '/', headers: page });
  const rules = String(headers['content-security-policy']).split('; ');
  return new Map(rules.map((rule) => [rule.split(' ')[0] ?? '', rule]));
};

test('allows requests to the origin that errors are reported to, only where there is one', async () => {
  const reporting = await createTestApp({ buildDir, reportsTo: 'https://errors.example' });
  expect((await getPolicy(reporting)).get('connect-src')).toBe("connect-src 'self' https://errors.example");
  expect((await getPolicy(app)).get('connect-src')).toBe("connect-src 'self'");
  await reporting.close();
});

test('allows script and frame of partners chosen by the operator and of no other origin', async () => {
  const partners = ['https://challenges.cloudflare.com'];
  const withPartner = await createTestApp({ buildDir, partners });
  for (const directive of ['script-src', 'frame-src']) {
    expect((await getPolicy(withPartner)).get(directive)).toContain(partners[0]);
    expect((await getPolicy(app)).get(directive)).not.toContain('https:');
  }
  expect((await getPolicy(withPartner)).get('connect-src')).toBe("connect-src 'self'");
  await withPartner.close();
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5', 'br'],
  ['gzip;q=0.0, br;q=0', 'identity'],
  ['brotli', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('Accept-Encoding %s selects %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

test('replaces every occurrence of the mark with the site address verbatim', async () => {
  const filled = fillText('<a href="MARK/uk/">MARK</a>', 'MARK', 'https://kurs.example/$&');
  expect(filled.text).toBe('<a href="https://kurs.example/$&/uk/">https://kurs.example/$&</a>');
  expect(String(brotliDecompressSync(await filled.body('br')))).toBe(filled.text);
  expect(String(gunzipSync(await filled.body('gzip')))).toBe(filled.text);
  expect(String(await filled.body('identity'))).toBe(filled.text);
});
