import { keepPreviousData } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Page } from '#tests/support/browser/render-page.tsx';
import { useRead } from './use-read.ts';

test('waits, then has the answer', async () => {
  const { result } = renderHook(() => useRead(['a'], () => Promise.resolve('answer')), { wrapper: Page });
  expect(result.current).toMatchObject({ data: null, isWaiting: true, error: null });
  await waitFor(() => expect(result.current).toMatchObject({ data: 'answer', isWaiting: false }));
});

test('has the error of a failed request, and reads again on demand', async () => {
  const read = vi.fn(() => Promise.resolve('answer')).mockRejectedValueOnce(new Error('no'));
  const { result } = renderHook(() => useRead(['a'], read), { wrapper: Page });
  await waitFor(() => expect(result.current).toMatchObject({ data: null, isWaiting: false, error: new Error('no') }));
  act(() => result.current.refetch());
  await waitFor(() => expect(result.current).toMatchObject({ data: 'answer', error: null }));
});

test('keeps an answer when a later request fails', async () => {
  const read = vi.fn(() => Promise.reject(new Error('no'))).mockResolvedValueOnce('answer' as never);
  const { result } = renderHook(() => useRead(['a'], read), { wrapper: Page });
  await waitFor(() => expect(result.current.data).toBe('answer'));
  act(() => result.current.refetch());
  await waitFor(() => expect(result.current).toMatchObject({ data: 'answer', error: new Error('no') }));
});

test('keeps the last error while a refetch of loaded data runs', async () => {
  const third = Promise.withResolvers<string>();
  const read = vi
    .fn(() => third.promise)
    .mockResolvedValueOnce('first')
    .mockRejectedValueOnce(new Error('no'));
  const { result } = renderHook(() => useRead(['a'], read), { wrapper: Page });
  await waitFor(() => expect(result.current.data).toBe('first'));
  act(() => result.current.refetch());
  await waitFor(() => expect(result.current.error).not.toBeNull());
  await act(async () => result.current.refetch());
  expect(read).toHaveBeenCalledTimes(3);
  expect(result.current).toMatchObject({ data: 'first', isWaiting: false, error: new Error('no') });
  await act(async () => third.resolve('third'));
  await waitFor(() => expect(result.current).toMatchObject({ data: 'third', error: null }));
});

test('is waiting while it still shows the answer to the previous request', async () => {
  const second = Promise.withResolvers<string>();
  const read = (page: number) => (page === 1 ? Promise.resolve('first') : second.promise);
  const { result, rerender } = renderHook(
    ({ page }) => useRead([page], () => read(page), { placeholderData: keepPreviousData }),
    { wrapper: Page, initialProps: { page: 1 } },
  );
  await waitFor(() => expect(result.current).toMatchObject({ data: 'first', isWaiting: false }));
  rerender({ page: 2 });
  expect(result.current).toMatchObject({ data: 'first', isWaiting: true });
  second.resolve('second');
  await waitFor(() => expect(result.current).toMatchObject({ data: 'second', isWaiting: false }));
});
