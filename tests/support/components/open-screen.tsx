import axe from 'axe-core';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { expect, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type FakeApi, type FakeState, fakeApi, iso, noon } from '#tests/support/browser/fake-api.ts';
import { queries } from '#web/api/queries.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { App } from '#web/app.tsx';
import { loadPageOnce } from '#web/routing/page-tree.tsx';
import { checkSession, endSession } from '#web/session/session-store.ts';
import { worker } from './fake-server.ts';

const printed: unknown[] = [];
let close = (): void => undefined;
let isListening = false;

/** The whole app at an address, as a returning user opens it; the API answers as `over` and `more` say. */
export async function openScreen(
  address: string,
  over: Partial<FakeState> = {},
  more?: () => Promise<unknown>,
): Promise<FakeApi> {
  close();
  vi.useFakeTimers({ now: Date.parse(over.stats?.now ?? iso(noon)), toFake: ['Date'] });
  // Files share the clock and the cache, and another test has set them.
  vi.spyOn(serverClock, 'now').mockImplementation(() => Date.now());
  queries.clear();
  printed.length = 0;
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...said) => void printed.push(said.join(' ')));
  const api = await fakeApi(worker, over);
  await more?.();
  history.replaceState(null, '', address);
  document.documentElement.dataset['theme'] = 'dark';
  await Promise.all([loadPageOnce(location.pathname), api.isSignedIn && checkSession()]);
  listen();
  const root = createRoot(document);
  close = () => {
    root.unmount();
    endSession();
    history.replaceState(null, '', '/');
    close = () => undefined;
  };
  onTestFinished(() => close());
  root.render(
    <BrowserRouter>
      <App isBuilt={false} />
    </BrowserRouter>,
  );
  return api;
}

/**
 * React listens to a container once, and marks the document as listened to for the roots of components within it too,
 * although there it listens to one event only.
 */
function listen(): void {
  if (isListening) return;
  isListening = true;
  for (const key of Object.keys(document)) if (key.startsWith('_reactListening')) Reflect.deleteProperty(document, key);
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
