import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';

import type { Signal } from '#contract/signals.ts';
import { aUser } from '#tests/support/browser/fake-accounts.ts';
import { aLiveSignal, aSettledSignal, aWorkingStats, iso, noon } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { dueAnnouncements, ScreenHead, useAppBadge } from './signal-screen.tsx';

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
  renderHook(({ signals, isLoading = false }: Loaded = first) => useAppBadge(isLoading ? null : signals), {
    initialProps: first,
  });

const running = aLiveSignal({ expiresAt: iso(noon + 60_000) });

test('a running signal sets the badge, and its end clears it', async () => {
  const { rerender } = await badge({ signals: [], isLoading: true });
  expect(calls).toEqual([]);
  await rerender({ signals: [running] });
  expect(calls).toEqual(['set']);
  await rerender({ signals: [{ ...aSettledSignal('successful'), id: running.id }] });
  expect(calls).toEqual(['set', 'clear']);
});

test('the badge is cleared at the expiry on another page, too', async () => {
  await (await badge({ signals: [running] })).unmount();
  vi.advanceTimersByTime(59_999);
  expect(calls).toEqual(['set']);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(['set', 'clear']);
});

test('announces the last minute and ten seconds of a five-minute signal', async () => {
  expect(dueAnnouncements(300_000)).toEqual([
    { kind: 'minuteLeft', inMs: 240_000 },
    { kind: 'tenLeft', inMs: 290_000 },
  ]);
});

test('the market is unknown while the server is silent', async () => {
  vi.useRealTimers();
  stubServer({ 'GET /api/signal/workingStats': aWorkingStats() });
  await loadPhrases('en', ['common', 'signal']);
  await renderPage(<ScreenHead user={aUser()} isServerSilent />, '/en/signal');
  expect(document.querySelector('.dot.win')).toBeNull();
});
