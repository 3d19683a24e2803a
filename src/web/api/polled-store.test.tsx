import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPolledStore } from './polled-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('requests again after a failure, until there is an answer', async () => {
  const read = vi.fn(async () => 'answer').mockRejectedValueOnce(new Error('offline'));
  const { useAnswer } = createPolledStore(read, { pollMs: null });
  const { result } = renderHook(useAnswer);
  await pass(4_999);
  expect(result.current).toBeUndefined();
  await pass(1);
  expect(result.current).toBe('answer');
  await pass(3_600_000);
  expect(read).toHaveBeenCalledTimes(2);
});

test('requests at once when the network returns before there is an answer', async () => {
  const read = vi.fn(async () => 'answer').mockRejectedValueOnce(new Error('offline'));
  const { useAnswer } = createPolledStore(read, { pollMs: null });
  const { result } = renderHook(useAnswer);
  await pass(0);
  dispatchEvent(new Event('online'));
  await pass(0);
  expect(result.current).toBe('answer');
});

test('has the fallback from a failure until there is an answer', async () => {
  const read = vi.fn(async () => 'answer').mockRejectedValueOnce(new Error('offline'));
  const { useAnswer } = createPolledStore(read, { pollMs: null, fallback: 'fallback' });
  const { result } = renderHook(useAnswer);
  expect(result.current).toBeUndefined();
  await pass(0);
  expect(result.current).toBe('fallback');
  await pass(5_000);
  expect(result.current).toBe('answer');
});

test('requests again after the interval, and no more without a component that uses the answer', async () => {
  const read = vi.fn(async () => 'answer');
  const { useAnswer } = createPolledStore(read, { pollMs: 60_000 });
  const { unmount } = renderHook(useAnswer);
  await pass(60_000);
  expect(read).toHaveBeenCalledTimes(2);
  unmount();
  await pass(600_000);
  expect(read).toHaveBeenCalledTimes(2);
});
