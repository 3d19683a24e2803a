import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchInTime } from './fetch-in-time.ts';

/** Answers never, but hears an abort as the browser's own does. */
const hanging = (_path: string, { signal }: RequestInit): Promise<Response> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const limits = { abort: undefined, timeoutMs: 30_000 };

test('a server that does not answer within the limit has timed out', async () => {
  vi.stubGlobal('fetch', hanging);
  const answer = fetchInTime('/api/anything', {}, limits);
  const said = expect(answer).rejects.toMatchObject({ name: 'ApiProblem', code: 'timed_out' });
  await vi.advanceTimersByTimeAsync(30_000);
  await said;
});

test('an answer in time leaves no timer behind', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  expect((await fetchInTime('/api/anything', {}, limits)).status).toBe(200);
  expect(vi.getTimerCount()).toBe(0);
});

test('without a connection it is offline', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(fetchInTime('/api/anything', {}, limits)).rejects.toMatchObject({ code: 'offline' });
});

test('an abort by the caller is no error of the connection', async () => {
  vi.stubGlobal('fetch', hanging);
  const caller = new AbortController();
  const answer = fetchInTime('/api/anything', {}, { abort: caller.signal, timeoutMs: null });
  caller.abort(new Error('cancelled'));
  await expect(answer).rejects.toThrow('cancelled');
});
