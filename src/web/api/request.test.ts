import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toAddress } from './address.ts';
import { call } from './request.ts';

/** Never responds, but rejects on abort like the browser's own `fetch`. */
const hanging = (_path: string, { signal }: RequestInit): Promise<Response> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { documentElement: { lang: 'uk' } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a server that does not respond within 30 s is reported as timed out', async () => {
  vi.stubGlobal('fetch', hanging);
  const message = expect(call('GET /api/trader/check')).rejects.toMatchObject({
    name: 'ApiError',
    code: 'timed_out',
  });
  await vi.advanceTimersByTimeAsync(30_000);
  await message;
});

test('a missing connection is reported as offline', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(call('GET /api/trader/check')).rejects.toMatchObject({ code: 'offline' });
});

test('an abort by the caller is not a connection error', async () => {
  vi.stubGlobal('fetch', hanging);
  const caller = new AbortController();
  const message = call('GET /api/trader/check', { abort: caller.signal });
  caller.abort(new Error('cancelled'));
  await expect(message).rejects.toThrow('cancelled');
});

test.each([
  ['a connection lost within the answer', 'offline', () => Promise.reject(new TypeError('network error'))],
  ['an answer that is no JSON', 'unreadable', () => Promise.reject(new SyntaxError('Unexpected token'))],
])('%s is reported as %s', async (_, code, json) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Object.assign(new Response(null), { json })));
  await expect(call('GET /api/trader/check')).rejects.toMatchObject({ code });
});

test('the address of a call has its parameters and what is given of its query', () => {
  expect(toAddress('GET /api/trader/info/:id', { params: { id: '7/7' }, query: { refresh: '1' } })).toBe(
    '/api/trader/info/7%2F7?refresh=1',
  );
  expect(toAddress('GET /api/reviews', { query: { cursor: undefined } })).toBe('/api/reviews');
});

test('an empty answer is no answer', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  expect(await call('POST /api/admin/users/:id/balance', { params: { id: '1' } })).toBeUndefined();
});
