import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { eventHub, type StreamHealth } from '#web/api/event-hub.ts';
import { useIsServerSilent } from './server-silence.tsx';

let health: StreamHealth;
let isOnline: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  health = { isOpen: true, lastEventAt: 1 };
  isOnline = true;
  vi.spyOn(eventHub, 'health').mockImplementation(() => health);
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(1_000 * seconds);

test('a broken stream is silence after ten seconds, until a byte arrives', async () => {
  const { result } = await renderHook(useIsServerSilent);
  health = { isOpen: false, lastEventAt: 1 };
  await pass(9);
  expect(result.current).toBe(false);
  await pass(1);
  expect(result.current).toBe(true);
  health = { isOpen: true, lastEventAt: 2 };
  await pass(1);
  expect(result.current).toBe(false);
});

test('an open stream is silent once two heartbeats are missing', async () => {
  const { result } = await renderHook(useIsServerSilent);
  await pass(39);
  expect(result.current).toBe(false);
  await pass(1);
  expect(result.current).toBe(true);
});

test('says nothing of the server while the browser is offline, nor at once when it is back', async () => {
  const { result } = await renderHook(useIsServerSilent);
  health = { isOpen: false, lastEventAt: 1 };
  isOnline = false;
  await pass(60);
  expect(result.current).toBe(false);
  isOnline = true;
  await pass(9);
  expect(result.current).toBe(false);
});
