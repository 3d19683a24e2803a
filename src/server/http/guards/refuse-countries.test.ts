import { expect, test } from 'vitest';
import { createTestApp } from '#tests/support/test-app.ts';

const countries = { blocked: ['GB', 'AU'], header: 'cf-ipcountry' };
const fromProxy = (country: string) => ({ 'cf-ipcountry': country });
const open = () => createTestApp({ config: { countries, trustProxy: ['127.0.0.1'] } });

test.each([
  ['/uk/signal', 'de', 'uk', 'недоступний у вашій країні'],
  ['/en/', 'uk', 'en', 'is not available in your country'],
  ['/', 'ru-RU,ru;q=0.9', 'ru', 'недоступен в вашей стране'],
])('shows a plain page for %s in the language of the address or of the browser', async (url, accept, lang, text) => {
  const app = await open();
  const headers = { ...fromProxy('GB'), 'accept-language': accept, accept: 'text/html' };
  const { statusCode, headers: sent, body } = await app.inject({ url, headers });
  expect(statusCode).toBe(451);
  expect(sent).toMatchObject({ 'content-language': lang, 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
  expect(sent['content-security-policy']).toContain("style-src 'self' 'sha256-");
  expect(body).toContain(text);
});

test.each(['/api/health', '/api/registration', '/python_api/symbols'])('rejects calls of %s', async (url) => {
  const app = await open();
  const answer = await app.inject({ url, headers: { ...fromProxy('gb'), 'accept-language': 'en' } });
  expect(answer.statusCode).toBe(451);
  expect(answer.json()).toMatchObject({
    code: 'country_blocked',
    message: 'The service isn’t available in your country.',
  });
});

test('serves other countries, and visitors whose country is unknown', async () => {
  const app = await open();
  for (const headers of [fromProxy('UA'), fromProxy('XX'), { 'x-forwarded-for': '203.0.113.7' }])
    expect((await app.inject({ url: '/api/health', headers })).statusCode).toBe(200);
});

test.each([
  ['loopback', '::1', 451],
  ['loopback', '::ffff:127.0.0.2', 451],
  ['10.0.0.0/8', '10.200.0.1', 451],
  ['uniquelocal', 'fd00::1', 451],
  ['10.0.0.0/8', '11.0.0.1', 200],
])('with TRUST_PROXY=%s, %s answers %i', async (trustProxy, remoteAddress, status) => {
  const app = await createTestApp({ config: { countries, trustProxy: [trustProxy] } });
  const answer = await app.inject({ remoteAddress, url: '/api/health', headers: fromProxy('GB') });
  expect(answer.statusCode).toBe(status);
});

test('believes the header of a trusted proxy only', async () => {
  const app = await open();
  const direct = { remoteAddress: '198.51.100.9', url: '/api/health', headers: fromProxy('GB') };
  expect((await app.inject(direct)).statusCode).toBe(200);
});
