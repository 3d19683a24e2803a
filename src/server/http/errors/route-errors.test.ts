import type { RouteShorthandOptions } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import type { ErrorCode } from '#domain/error-code.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { apiError } from '../api-error.ts';
import { createGuard, guardRoutes } from './route-errors.ts';

const guard = createGuard(['forbidden'], async ({ headers }) => {
  if (headers['x-stranger']) throw apiError('forbidden');
});

async function start(routes: FastifyPluginAsyncZod) {
  const unstated: ErrorCode[] = [];
  const app = await createTestApp({ routes: [routes], onUnstatedError: (code) => void unstated.push(code) });
  return { app, unstated };
}

test.each<[string, FastifyPluginAsyncZod]>([
  [
    'all its routes',
    async (app) => {
      guardRoutes(app, 'onRequest', guard);
      app.get('/api/one', { config: { errors: ['not_found'] } }, async () => Promise.reject(apiError('not_found')));
    },
  ],
  [
    'a route',
    async (app) => {
      const options = { config: { errors: ['not_found'] }, preValidation: guard } satisfies RouteShorthandOptions;
      app.get('/api/one', options, async () => Promise.reject(apiError('not_found')));
    },
  ],
])('a guard of %s adds its errors to those that the route states', async (_name, routes) => {
  const { app, unstated } = await start(routes);
  expect((await app.inject('/api/one')).json()).toMatchObject({ code: 'not_found' });
  expect((await app.inject({ url: '/api/one', headers: { 'x-stranger': '1' } })).json()).toMatchObject({
    code: 'forbidden',
  });
  expect(unstated).toEqual([]);
  await app.close();
});

test('an error that no one stated is answered and reported; an unknown address states none', async () => {
  const { app, unstated } = await start(async (routes) => {
    routes.get('/api/one', async () => Promise.reject(apiError('not_found')));
  });
  expect((await app.inject('/api/one')).statusCode).toBe(404);
  expect(unstated).toEqual(['not_found']);
  expect((await app.inject('/api/nowhere')).statusCode).toBe(404);
  expect(unstated).toHaveLength(1);
  await app.close();
});
