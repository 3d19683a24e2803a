import { expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useAction } from './use-action.ts';

test('is busy until the action has ended', async () => {
  const save = Promise.withResolvers<void>();
  const { result, act } = await renderHook(() => useAction(() => save.promise));
  expect(result.current.isBusy).toBe(false);
  await act(() => void result.current.run());
  expect(result.current.isBusy).toBe(true);
  await act(async () => save.resolve());
  expect(result.current.isBusy).toBe(false);
});

test('a second press while busy sends nothing, a later one does', async () => {
  const save = vi.fn(() => Promise.resolve());
  const { result, act } = await renderHook(() => useAction(save));
  await act(async () => void (await Promise.all([result.current.run(), result.current.run()])));
  expect(save).toHaveBeenCalledTimes(1);
  await act(() => result.current.run());
  expect(save).toHaveBeenCalledTimes(2);
});

test('passes its arguments on', async () => {
  const save = vi.fn((_id: string, _count: number) => Promise.resolve());
  const { result, act } = await renderHook(() => useAction(save));
  await act(() => result.current.run('a', 2));
  expect(save).toHaveBeenCalledExactlyOnceWith('a', 2);
});

test('keeps the error of a failed action until the next one starts', async () => {
  const failure = new Error('no');
  const retried = Promise.withResolvers<void>();
  const save = vi.fn(() => retried.promise).mockRejectedValueOnce(failure);
  const onError = vi.fn();
  const { result, act } = await renderHook(() => useAction(save, onError));
  await act(() => result.current.run());
  expect(result.current).toMatchObject({ isBusy: false, error: failure });
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure);
  await act(() => void result.current.run());
  expect(result.current).toMatchObject({ isBusy: true, error: null });
  await act(async () => retried.resolve());
});

test('stays busy while the error is handled', async () => {
  const handled = Promise.withResolvers<void>();
  const { result, act } = await renderHook(() =>
    useAction(
      () => Promise.reject(new Error('no')),
      () => handled.promise,
    ),
  );
  await act(async () => void result.current.run());
  expect(result.current.isBusy).toBe(true);
  await act(async () => handled.resolve());
  expect(result.current.isBusy).toBe(false);
});
