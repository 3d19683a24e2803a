import type { Location, NavigationType, To } from 'react-router';
import { addressOf, resolve } from './address.ts';

interface Update {
  readonly action: NavigationType;
  readonly location: Location;
}

/** What React Router keeps in an entry of the browser's history, so that both read each other's. */
interface Entry {
  readonly usr?: unknown;
  readonly key?: string;
}

const [pop, push, replace] = ['POP', 'PUSH', 'REPLACE'] as NavigationType[] as [
  NavigationType,
  NavigationType,
  NavigationType,
];

/** The browser's history as the router sees it: one listener hears of every step. */
export function createBrowserHistory() {
  let action = pop;
  let hear: (update: Update) => void = () => {};

  function go(by: NavigationType, to: To, state: unknown = null): void {
    const entry: Entry = { usr: state, key: newKey() };
    const address = addressOf(resolve(to, readLocation()));
    action = by;
    if (by === push) history.pushState(entry, '', address);
    else history.replaceState(entry, '', address);
    hear({ action, location: readLocation() });
  }

  function hearPop(): void {
    action = pop;
    hear({ action, location: readLocation() });
  }

  return {
    get action() {
      return action;
    },
    get location() {
      return readLocation();
    },
    createHref: (to: To) => (typeof to === 'string' ? to : addressOf(to)),
    push: (to: To, state?: unknown) => go(push, to, state),
    replace: (to: To, state?: unknown) => go(replace, to, state),
    go: (steps: number) => history.go(steps),
    listen(listener: typeof hear): () => void {
      hear = listener;
      addEventListener('popstate', hearPop);
      return () => {
        hear = () => {};
        removeEventListener('popstate', hearPop);
      };
    },
  };
}

/** Not `crypto.randomUUID`, which a page on a plain http address has not: it need not be hard to guess, only another one. */
const newKey = (): string => Math.random().toString(36).slice(2, 10);

function readLocation(): Location {
  const { pathname, search, hash } = globalThis.location;
  const { usr = null, key = 'default' } = (history.state ?? {}) as Entry;
  return { pathname, search, hash, state: usr, key };
}
