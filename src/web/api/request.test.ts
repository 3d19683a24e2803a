import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getJson, sendRequest } from './request.ts';

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
  const message = expect(sendRequest('/api/anything', {})).rejects.toMatchObject({
    name: 'ApiError',
    code: 'timed_out',
  });
  await vi.advanceTimersByTimeAsync(30_000);
  await message;
});

test('a missing connection is reported as offline', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(sendRequest('/api/anything', {})).rejects.toMatchObject({ code: 'offline' });
});

test('an abort by the caller is not a connection error', async () => {
  vi.stubGlobal('fetch', hanging);
  const caller = new AbortController();
  const message = sendRequest('/api/anything', { abort: caller.signal });
  caller.abort(new Error('cancelled'));
  await expect(message).rejects.toThrow('cancelled');
});

test.each([
  ['a connection lost within the answer', 'offline', () => Promise.reject(new TypeError('network error'))],
  ['an answer that is no JSON', 'unreadable', () => Promise.reject(new SyntaxError('Unexpected token'))],
])('%s is reported as %s', async (_, code, json) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Object.assign(new Response(null), { json })));
  await expect(getJson('/api/anything')).rejects.toMatchObject({ code });
});
