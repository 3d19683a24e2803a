import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type FakeApi, type FakeState, fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { queries } from '#web/api/queries.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { App } from '#web/app.tsx';
import { loadPageOnce } from '#web/routing/page-tree.tsx';
import { checkSession, endSession } from '#web/session/session-store.ts';
import { worker } from './fake-server.ts';

let root: Root | null = null;
const printed: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: noon, toFake: ['Date'] });
  // Files share the clock and the cache, and another test has set them.
  vi.spyOn(serverClock, 'now').mockImplementation(() => Date.now());
  queries.clear();
  printed.length = 0;
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...said) => void printed.push(said.join(' ')));
});
afterEach(() => {
  root?.unmount();
  root = null;
  endSession();
  history.replaceState(null, '', '/');
});

/** The whole app at an address, as a returning user opens it; the API answers as `over` and `more` say. */
export async function openScreen(
  address: string,
  over: Partial<FakeState> = {},
  more?: () => Promise<unknown>,
): Promise<FakeApi> {
  const api = await fakeApi(worker, over);
  await more?.();
  history.replaceState(null, '', address);
  document.documentElement.dataset['theme'] = 'dark';
  await Promise.all([loadPageOnce(location.pathname), api.isSignedIn && checkSession()]);
  root = createRoot(document);
  root.render(
    <BrowserRouter>
      <App isBuilt={false} />
    </BrowserRouter>,
  );
  return api;
}

/** No findings of axe on a wide and a narrow window, nothing wider than 320 px, and nothing printed. */
export async function expectSound(): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.viewport(width, height);
    expect(await findings(), `at ${width} px`).toEqual([]);
  }
  await page.viewport(320, 700);
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await page.viewport(1440, 900);
  expect(printed).toEqual([]);
}

async function findings(): Promise<string[]> {
  // Colours on their way have a contrast that nobody sees.
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'], elementRef: false });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
