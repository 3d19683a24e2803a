import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anError, stubServer } from '#tests/support/network/stub-server.ts';
import { usePublicRead } from './use-public-read.ts';

test('waits, then has the answer', async () => {
  stubServer({ 'GET /api/a': { n: 1 } });
  const { result } = renderHook(() => usePublicRead('/api/a'));
  expect(result.current).toMatchObject({ data: null, isWaiting: true, error: null });
  await waitFor(() => expect(result.current).toMatchObject({ data: { n: 1 }, isWaiting: false }));
});

test('keeps the answer to the previous address while the next one loads', async () => {
  stubServer({ 'GET /api/a': { n: 1 }, 'GET /api/b': { n: 2 } });
  const { result, rerender } = renderHook(({ path }) => usePublicRead(path), { initialProps: { path: '/api/a' } });
  await waitFor(() => expect(result.current.isWaiting).toBe(false));
  rerender({ path: '/api/b' });
  expect(result.current).toMatchObject({ data: { n: 1 }, isWaiting: true });
  await waitFor(() => expect(result.current).toMatchObject({ data: { n: 2 }, isWaiting: false }));
});

test('has the error of a failed request, and reads again on demand', async () => {
  stubServer({ 'GET /api/a': anError(503, 'internal_error', 'Away.') });
  const { result } = renderHook(() => usePublicRead('/api/a'));
  await waitFor(() => expect(result.current.error).toMatchObject({ code: 'internal_error', requestId: 'req-1' }));
  stubServer({ 'GET /api/a': { n: 1 } });
  act(() => result.current.refetch());
  await waitFor(() => expect(result.current).toMatchObject({ data: { n: 1 }, error: null }));
});

test('requests nothing until it is enabled', async () => {
  const requests = stubServer({ 'GET /api/a': { n: 1 } });
  const { result, rerender } = renderHook(({ isEnabled }) => usePublicRead('/api/a', { isEnabled }), {
    initialProps: { isEnabled: false },
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(requests).toEqual([]);
  rerender({ isEnabled: true });
  await waitFor(() => expect(result.current.data).toEqual({ n: 1 }));
});

test('sends the token of its user only, and reads again for another one', async () => {
  localStorage.setItem('token', 'a-token');
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Headers }) => {
    sent.push(headers.get('authorization'));
    return Promise.resolve(Response.json({}));
  });
  const { rerender } = renderHook(({ userId }) => usePublicRead('/api/a', { userId }), {
    initialProps: { userId: null as string | null },
  });
  await waitFor(() => expect(sent).toEqual([null]));
  rerender({ userId: 'u-1' });
  await waitFor(() => expect(sent).toEqual([null, 'Bearer a-token']));
});
