import type { Location, To } from 'react-router';
import { addressOf, resolve } from './address.ts';

/** What React Router keeps in an entry of the browser's history, so that both read each other's. */
interface Entry {
  readonly usr?: unknown;
  readonly key?: string;
}

export type BrowserHistory = ReturnType<typeof createBrowserHistory>;

/** The browser's history as the router sees it. */
export function createBrowserHistory() {
  return {
    get location() {
      return readLocation();
    },
    /** What the entry for an address will be. The browser does not go there yet. */
    entryFor: (to: To, state: unknown = null): Location => ({
      ...resolve(to, readLocation()),
      state,
      key: newKey(),
    }),
    push: (entry: Location): void => history.pushState(kept(entry), '', addressOf(entry)),
    replace: (entry: Location): void => history.replaceState(kept(entry), '', addressOf(entry)),
    go: (steps: number): void => history.go(steps),
    /** Hears of every step that the browser itself has taken. */
    onPop(listener: (entry: Location) => void): () => void {
      const hear = (): void => listener(readLocation());
      addEventListener('popstate', hear);
      return () => removeEventListener('popstate', hear);
    },
  };
}

const kept = ({ state, key }: Location): Entry => ({ usr: state, key });

/** Not `crypto.randomUUID`, which a page on a plain http address has not: it need not be hard to guess, only another one. */
const newKey = (): string => Math.random().toString(36).slice(2, 10);

function readLocation(): Location {
  const { pathname, search, hash } = globalThis.location;
  const { usr = null, key = 'default' } = (history.state ?? {}) as Entry;
  return { pathname, search, hash, state: usr, key };
}
