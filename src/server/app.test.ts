import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiErrorBody } from '#contract/api-error.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { apiError } from './http/api-error.ts';
import type { Endpoints } from '#contract/endpoint.ts';
import { serveEndpoints } from './http/serve-endpoints.ts';
import { rejectForeignOrigin } from './http/guards/foreign-origin.ts';

const body = z.strictObject({
  email: z.email(),
  duration: z.union([z.literal(3), z.literal(5)]),
  lang: z.enum(['uk', 'en', 'ru']).optional(),
});
const thrown: Record<string, () => unknown> = {
  bug: () => new Error('select * from users where password = secret'),
  away: () =>
    Object.assign(new Error('Failed query'), { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
  poor: () => apiError('balance_too_low', { details: { balance: 3 }, params: { minBalance: 10 } }),
};

const sample: FastifyPluginAsyncZod = async (app) => {
  app.post('/api/sample', { schema: { body, response: { 200: z.object({ ok: z.boolean() }) } } }, async () => ({
    ok: true,
  }));
  app.get(
    '/api/throw/:what',
    { schema: { params: z.object({ what: z.string() }) }, config: { errors: ['balance_too_low'] } },
    async (request) => {
      throw thrown[request.params.what]?.();
    },
  );
  const endpoints = { 'POST /api/cookie': { guards: ['sameOrigin'] } } satisfies Endpoints;
  const sameOrigin = rejectForeignOrigin('https://kurs.example');
  await app.register(serveEndpoints(endpoints, { sameOrigin }, { 'POST /api/cookie': () => undefined }));
  app.get('/api/limited', { config: { rateLimit: { max: 1, timeWindow: 60_000 } } }, async () => ({ ok: true }));
};

let app: FastifyInstance;
afterEach(() => app.close());
const start = async (options: Parameters<typeof createTestApp>[0] = {}) => {
  app = await createTestApp({ routes: [sample], ...options });
};
const post = (payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/sample',
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('error responses', () => {
  test.each([
    ['broken JSON', '{"email":', {}, 400, 'malformed_request'],
    ['a prototype key in JSON', '{"__proto__":{"admin":true}}', {}, 400, 'malformed_request'],
    ['no body', '', {}, 400, 'validation_failed'],
    ['another type', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    ['plain text', 'hello', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['a body over 64 KiB', JSON.stringify({ email: 'x'.repeat(65_536) }), {}, 413, 'body_too_large'],
  ] as const)('%s is rejected in the standard error format', async (_name, payload, headers, status, code) => {
    await start();
    const answer = await post(payload, headers);
    expect(answer.statusCode).toBe(status);
    expect(ApiErrorBody.parse(answer.json())).toMatchObject({ code, requestId: answer.headers['x-request-id'] });
  });

  test('each invalid field is reported with the allowed values, in the language of the request', async () => {
    await start();
    const payload = JSON.stringify({ email: 'no', duration: 4, extra: 1, lang: 'en' });
    expect((await post(payload)).json()).toMatchObject({
      code: 'validation_failed',
      message: 'Check these fields: email, duration, extra.',
      details: [
        { field: 'email', message: 'Enter an email address, for example name@example.com.' },
        { field: 'duration', message: 'Allowed values: 3, 5.', allowed: ['3', '5'] },
        { field: 'extra', message: 'Unknown field.' },
      ],
    });
  });

  test.each([
    [undefined, 'Такої адреси немає.'],
    ['en', 'There’s nothing at this address.'],
    ['de-DE, ru;q=0.8, en;q=0.9', 'There’s nothing at this address.'],
    ['ru-RU,ru;q=0.9', 'Такого адреса нет.'],
    ['fr', 'Такої адреси немає.'],
    ['en;q=0', 'Такої адреси немає.'],
  ])('Accept-Language %s gives the message: %s', async (header, message) => {
    await start();
    const answer = await app.inject({ url: '/api/nowhere', headers: header ? { 'accept-language': header } : {} });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found', message });
  });

  test('a known path with another method reports the allowed method', async () => {
    await start();
    const answer = await app.inject({ method: 'DELETE', url: '/api/sample' });
    expect([answer.statusCode, answer.json().code, answer.headers.allow]).toEqual([405, 'method_not_allowed', 'POST']);
  });

  test('A58: an internal error discloses nothing about itself', async () => {
    await start();
    const answer = await app.inject({ url: '/api/throw/bug', headers: { 'accept-language': 'en' } });
    expect(answer.statusCode).toBe(500);
    expect(Object.keys(answer.json()).sort()).toEqual(['code', 'message', 'requestId']);
    expect(answer.body).not.toMatch(/select|secret|stack|\.ts/);
  });

  test('an error fills its phrase and includes its details', async () => {
    await start();
    const answer = await app.inject({ url: '/api/throw/poor', headers: { 'accept-language': 'en' } });
    expect(answer.json()).toMatchObject({
      code: 'balance_too_low',
      details: { balance: 3 },
      message: expect.stringContaining('is $10.'),
    });
  });
});

describe('guards', () => {
  test.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://kurs.example' }, 204],
    [{ origin: 'http://localhost:80', host: 'localhost' }, 204],
    [{ 'sec-fetch-site': 'same-origin' }, 204],
    [{ host: 'kurs.example', origin: 'http://kurs.example' }, 403],
    [{}, 204],
  ])('a request with %j gets %i where a cookie authenticates', async (headers, status) => {
    await start();
    expect((await app.inject({ method: 'POST', url: '/api/cookie', headers })).statusCode).toBe(status);
  });

  test('requests above the rate limit are rejected with Retry-After, without affecting other addresses', async () => {
    const call = (remoteAddress: string) => app.inject({ url: '/api/nowhere', remoteAddress });
    await start({ config: { rateLimitPerMinute: 2 } });
    const poor = (remoteAddress: string) => app.inject({ url: '/api/throw/poor', remoteAddress });
    expect([await poor('10.0.0.1'), await poor('10.0.0.1')].map((answer) => answer.statusCode)).toEqual([403, 403]);
    const refused = await poor('10.0.0.1');
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await poor('10.0.0.2')).statusCode).toBe(403);
    expect((await call('10.0.0.2')).statusCode).toBe(404);
  });

  test('a request with a proven identity counts towards that user, from any address', async () => {
    await start({
      config: { rateLimitPerMinute: 1 },
      accounts: { identify: async (request) => String(request.headers['x-user']), isInternal: () => false },
    });
    const call = (user: string, remoteAddress: string) =>
      app.inject({ url: '/api/throw/poor', remoteAddress, headers: { 'x-user': user } });
    const answers = [await call('a', '10.0.0.1'), await call('b', '10.0.0.1'), await call('a', '10.0.0.3')];
    expect(answers.map((answer) => answer.statusCode)).toEqual([403, 403, 429]);
  });

  test('a limit of 0 disables rate limiting, except for routes with their own limit', async () => {
    await start({ config: { rateLimitPerMinute: 0 } });
    const many = await Promise.all(Array.from({ length: 50 }, () => app.inject('/api/throw/poor')));
    expect(many.every((answer) => answer.statusCode === 403)).toBe(true);
  });

  test.each([[[]], [['127.0.0.1']]])(
    'a request whose socket is gone is no error, behind proxies %j',
    async (trustProxy) => {
      const logged: string[] = [];
      const countries = { blocked: ['GB'], header: 'x-country' };
      const onLog = (line: string): void => void logged.push(line);
      await start({ config: { rateLimitPerMinute: 1, trustProxy, countries }, onLog });
      app.server.prependListener('request', ({ socket }) =>
        Object.defineProperty(socket, 'remoteAddress', { value: undefined }),
      );
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as AddressInfo;
      expect((await fetch(`http://127.0.0.1:${port}/api/throw/poor`)).status).toBe(403);
      expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    },
  );
});

describe('headers', () => {
  const expected = {
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  };

  test.each(['/api/health', '/api/nowhere', '/api/throw/bug', '/api/%zz', '/api/docs/json'])(
    'A55, A56: %s returns all of them and names no product',
    async (url) => {
      await start();
      const { headers } = await app.inject(url);
      expect(headers).toMatchObject(expected);
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('x-powered-by');
    },
  );

  test.each(['/api/health', '/api/%zz'])('HSTS is sent with %s only when the public address is https', async (url) => {
    await start();
    expect((await app.inject(url)).headers).not.toHaveProperty('strict-transport-security');
    await app.close();
    await start({ config: { publicUrl: 'https://kurs.example' } });
    expect((await app.inject(url)).headers['strict-transport-security']).toContain('max-age=31536000');
  });
});

describe('health', () => {
  test('ready reports names and states only, and is 503 when something is down', async () => {
    const readiness = [
      { name: 'database', check: () => Promise.reject(new Error('password authentication failed')) },
      { name: 'feed', check: () => 'ok' as const },
    ] as const;
    await start({ readiness });
    const answer = await app.inject('/api/ready');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      ready: false,
      checks: [
        { name: 'database', state: 'down' },
        { name: 'feed', state: 'ok' },
      ],
    });
  });

  test('readiness runs its checks at most once a second, whatever the number of requests', async () => {
    let now = 0;
    let runs = 0;
    const check = async () => {
      runs += 1;
      return 'ok' as const;
    };
    await start({ readiness: [{ name: 'database', check }], clock: { now: () => now } });
    await Promise.all(Array.from({ length: 20 }, () => app.inject('/api/ready')));
    now += 999;
    await app.inject('/api/ready');
    expect(runs).toBe(1);
    now += 1;
    await app.inject('/api/ready');
    expect(runs).toBe(2);
  });
});

test('A60: the log contains no personal data and no secret, and a line break in an address stays inside its entry', async () => {
  const lines: string[] = [];
  await start({ onLog: (line) => lines.push(line) });
  const headers = { authorization: 'Bearer top-secret', cookie: 'refresh=top-secret' };
  await app.inject({ url: '/api/nowhere?token=top-secret&x=a%0d%0ab', headers });
  await post(JSON.stringify({ email: 'person@kurs.example', password: 'top-secret' }));
  app.log.info({ user: { email: 'person@kurs.example', password: 'top-secret' } }, 'told');
  app.log.error(
    Object.assign(new Error('Failed query: select\nparams: person@kurs.example,top-secret'), { detail: 'top-secret' }),
    'failed',
  );
  const log = lines.join('');
  expect(lines.length).toBeGreaterThan(3);
  expect(log).not.toMatch(/top-secret|person@/);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
});

test('the lines of a request name it by the id that its answer states', async () => {
  const lines: { readonly reqId?: string; readonly msg: string }[] = [];
  await start({ onLog: (line) => lines.push(JSON.parse(line)) });
  const answer = await app.inject('/api/throw/bug');
  const { requestId } = ApiErrorBody.parse(answer.json());
  expect(answer.headers['x-request-id']).toBe(requestId);
  const own = lines.filter(({ reqId }) => reqId === requestId);
  expect(own.map(({ msg }) => msg)).toEqual(['request failed', 'request completed']);
});
