import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoints } from '#contract/endpoint.ts';
import type { ErrorCode } from '#domain/error-code.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { apiError } from './api-error.ts';
import { toGuard } from './errors/route-errors.ts';
import { serveEndpoints } from './serve-endpoints.ts';

const endpoints = {
  'GET /api/pairs/:symbol': {
    guards: ['signedIn'],
    query: z.object({ days: z.coerce.number() }),
    answer: z.object({ symbol: z.string(), days: z.number() }),
    errors: ['not_found'],
  },
  'POST /api/pairs': { guards: [], body: z.object({ symbol: z.string() }), answer: z.null(), status: [201, 200] },
  'DELETE /api/pairs/:symbol': { guards: ['signedIn'] },
} satisfies Endpoints;

const signedIn = toGuard(['unauthenticated'], async ({ headers }) => {
  if (headers.authorization === undefined) throw apiError('unauthenticated');
});

const start = (options: Parameters<typeof serveEndpoints<typeof endpoints>>[3] = {}) =>
  createTestApp({
    routes: [
      serveEndpoints(
        endpoints,
        { signedIn },
        {
          'GET /api/pairs/:symbol': async ({ params: { symbol }, query: { days } }) => {
            if (days === 0) throw apiError('not_found');
            return { symbol, days };
          },
          'POST /api/pairs': async ({ body: { symbol } }, reply) => {
            if (symbol === 'EURUSD') reply.code(200);
            return null;
          },
          'DELETE /api/pairs/:symbol': async () => undefined,
        },
        options,
      ),
    ],
  });

const authorization = 'Bearer token';

test.each([
  [
    'parameters and query are read by the schema',
    { url: '/api/pairs/EURUSD?days=3' },
    200,
    { symbol: 'EURUSD', days: 3 },
  ],
  ['an error that it states is answered', { url: '/api/pairs/EURUSD?days=0' }, 404, { code: 'not_found' }],
  ['a wrong query is refused', { url: '/api/pairs/EURUSD?days=x' }, 400, { code: 'validation_failed' }],
  [
    'the first of several statuses is the usual one',
    { method: 'POST', url: '/api/pairs', body: { symbol: 'X' } },
    201,
    null,
  ],
  ['the handler chooses another', { method: 'POST', url: '/api/pairs', body: { symbol: 'EURUSD' } }, 200, null],
  ['without an answer it is 204', { method: 'DELETE', url: '/api/pairs/EURUSD' }, 204, null],
] as const)('%s', async (_what, request, status, answer) => {
  const app = await start();
  const response = await app.inject({ ...request, headers: { authorization } });
  expect(response.statusCode).toBe(status);
  if (answer !== null) expect(response.json()).toMatchObject(answer);
  await app.close();
});

test('a guard refuses before the body is read, and its errors are those of the call', async () => {
  const app = await start();
  const response = await app.inject({
    method: 'DELETE',
    url: '/api/pairs/EURUSD',
    headers: { 'content-type': 'application/json' },
    body: 'no JSON',
  });
  expect([response.statusCode, response.json().code]).toEqual([401, 'unauthenticated']);
  await app.close();
});

test('an error that no one stated is answered and reported; an unknown address states none', async () => {
  const unstated: ErrorCode[] = [];
  const broken = { 'GET /api/one': { guards: [] } } satisfies Endpoints;
  const app = await createTestApp({
    routes: [serveEndpoints(broken, {}, { 'GET /api/one': () => Promise.reject(apiError('not_found')) })],
    onUnstatedError: (code) => void unstated.push(code),
  });
  expect((await app.inject('/api/one')).statusCode).toBe(404);
  expect(unstated).toEqual(['not_found']);
  expect((await app.inject('/api/nowhere')).statusCode).toBe(404);
  expect(unstated).toHaveLength(1);
  await app.close();
});

test('what only the server knows of a call is an option of its route', async () => {
  const app = await start({ 'GET /api/pairs/:symbol': { exposeHeadRoute: false } });
  expect(app.hasRoute({ method: 'HEAD', url: '/api/pairs/:symbol' })).toBe(false);
  await app.close();
});

test('a handler that is missing, superfluous or answers something else does not compile', () => {
  const empty = { 'GET /api/empty': { guards: [], answer: z.number() } } satisfies Endpoints;
  // @ts-expect-error -- missing
  serveEndpoints(empty, {}, {});
  // @ts-expect-error -- superfluous
  serveEndpoints(empty, {}, { 'GET /api/empty': () => 1, 'GET /api/other': () => 1 });
  // @ts-expect-error -- a text is no number
  serveEndpoints(empty, {}, { 'GET /api/empty': () => 'one' });
  // @ts-expect-error -- the guard is missing
  serveEndpoints(endpoints, {}, {} as never);
});
