import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { aLiveSignal, aSettledSignal, iso, noon } from '#tests/support/browser/fake-api.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { dueAnnouncements, useAppBadge } from './signal-screen.tsx';

const calls: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
  // Files share the clock, and another one may have set it by a fake server.
  vi.spyOn(serverClock, 'now').mockImplementation(() => Date.now());
  calls.length = 0;
  vi.stubGlobal('navigator', {
    setAppBadge: async () => void calls.push('set'),
    clearAppBadge: async () => void calls.push('clear'),
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Loaded {
  readonly signals: readonly Signal[];
  readonly isLoading?: boolean;
}

const badge = (first: Loaded) =>
  renderHook(({ signals, isLoading = false }: Loaded) => useAppBadge({ signals, isLoading, loadingError: null }), {
    initialProps: first,
  });

const running = aLiveSignal({ expiresAt: iso(noon + 60_000) });

test('a running signal sets the badge, and its end clears it', () => {
  const { rerender } = badge({ signals: [], isLoading: true });
  expect(calls).toEqual([]);
  rerender({ signals: [running] });
  expect(calls).toEqual(['set']);
  rerender({ signals: [{ ...aSettledSignal('successful'), id: running.id }] });
  expect(calls).toEqual(['set', 'clear']);
});

test('the badge is cleared at the expiry on another page, too', () => {
  badge({ signals: [running] }).unmount();
  vi.advanceTimersByTime(59_999);
  expect(calls).toEqual(['set']);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(['set', 'clear']);
});

test('a signal that is entering has a badge until it must have expired', () => {
  badge({
    signals: [{ ...running, time: iso(noon), status: 'entering', openedAt: null, expiresAt: null, duration: 3 }],
  });
  vi.advanceTimersByTime(184_999);
  expect(calls).toEqual(['set']);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(['set', 'clear']);
});

test('a browser that denies the badge, or has none, is left alone', async () => {
  const denied = vi.fn(() => Promise.reject(new DOMException('denied', 'NotAllowedError')));
  vi.stubGlobal('navigator', { setAppBadge: denied, clearAppBadge: denied });
  badge({ signals: [running] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(denied).toHaveBeenCalledTimes(2);
  vi.stubGlobal('navigator', {});
  badge({ signals: [running] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(denied).toHaveBeenCalledTimes(2);
});

test('announces the last minute, half minute and ten seconds of a five-minute signal', () => {
  expect(dueAnnouncements(300_000)).toEqual([
    { kind: 'minuteLeft', inMs: 240_000 },
    { kind: 'halfLeft', inMs: 270_000 },
    { kind: 'tenLeft', inMs: 290_000 },
  ]);
});

test('does not announce times that have passed', () => {
  expect(dueAnnouncements(30_000)).toEqual([{ kind: 'tenLeft', inMs: 20_000 }]);
  expect(dueAnnouncements(5_000)).toEqual([]);
});
