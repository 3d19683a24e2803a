import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowserHistory } from './browser-history.ts';

const browser = {
  address: new URL('https://kurs.example/uk/wiki?a=1#top'),
  state: null as unknown,
  pushed: [] as string[],
};

beforeEach(() => {
  const open = (state: unknown, _title: string, to: string): void => {
    const next = new URL(to, browser.address);
    if (next.origin !== browser.address.origin) throw new DOMException('another origin', 'SecurityError');
    Object.assign(browser, { address: next, state });
    browser.pushed.push(next.pathname + next.search + next.hash);
  };
  Object.assign(browser, { address: new URL('https://kurs.example/uk/wiki?a=1#top'), state: null, pushed: [] });
  vi.stubGlobal('history', {
    get state() {
      return browser.state;
    },
    pushState: open,
    replaceState: open,
  });
  vi.stubGlobal('location', {
    get pathname() {
      return browser.address.pathname;
    },
    get search() {
      return browser.address.search;
    },
    get hash() {
      return browser.address.hash;
    },
  });
  // What a page on a plain http address has of it: no randomUUID, no subtle.
  vi.stubGlobal('crypto', {});
});
afterEach(() => vi.unstubAllGlobals());

test('pages follow each other on a plain http address too, each entry with a key of its own', () => {
  const history = createBrowserHistory();
  const keys = [history.location.key];
  for (const to of ['/uk/history', '/uk/signal']) {
    history.push(history.entryFor(to, { from: 'a test' }));
    keys.push(history.location.key);
  }
  history.replace(history.entryFor('?b=2'));
  keys.push(history.location.key);
  expect(browser.pushed).toEqual(['/uk/history', '/uk/signal', '/uk/signal?b=2']);
  expect(new Set(keys).size).toBe(4);
});

test('an entry that is no router’s, or holds junk, is an entry all the same', () => {
  const history = createBrowserHistory();
  for (const state of [null, 'junk', 7, { usr: null }, []]) {
    browser.state = state;
    expect(history.location).toMatchObject({ pathname: '/uk/wiki', search: '?a=1', hash: '#top', state: null });
  }
});

test.each(['//evil.example/uk', String.raw`/\evil.example`])('%s leads nowhere else', (to) => {
  const history = createBrowserHistory();
  try {
    history.push(history.entryFor(to));
  } catch {
    // The browser refuses, and the page stays.
  }
  expect(browser.address.host).toBe('kurs.example');
  expect(browser.pushed).toEqual([]);
});
