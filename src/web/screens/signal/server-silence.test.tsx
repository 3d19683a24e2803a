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

/** The value of the hook once that much time has passed and the page is rendered. */
async function renderSilence() {
  const { result, act } = await renderHook(useIsServerSilent);
  return async (seconds: number) => {
    await act(async () => void (await vi.advanceTimersByTimeAsync(1_000 * seconds)));
    return result.current;
  };
}

test('a broken stream is silence after ten seconds, until a byte arrives', async () => {
  const isSilentAfter = await renderSilence();
  health = { isOpen: false, lastEventAt: 1 };
  expect(await isSilentAfter(9)).toBe(false);
  expect(await isSilentAfter(1)).toBe(true);
  health = { isOpen: true, lastEventAt: 2 };
  expect(await isSilentAfter(1)).toBe(false);
});

test('an open stream is silent once two heartbeats are missing', async () => {
  const isSilentAfter = await renderSilence();
  expect(await isSilentAfter(39)).toBe(false);
  expect(await isSilentAfter(1)).toBe(true);
});

test('says nothing of the server while the browser is offline, nor at once when it is back', async () => {
  const isSilentAfter = await renderSilence();
  health = { isOpen: false, lastEventAt: 1 };
  isOnline = false;
  expect(await isSilentAfter(60)).toBe(false);
  isOnline = true;
  expect(await isSilentAfter(9)).toBe(false);
});
