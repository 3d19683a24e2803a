import { use } from 'react';

/** A module that is fetched once, when it is first wanted, and known at once from then on. */
export interface LazyPart<T> {
  /** Asks again when the last try failed. */
  readonly load: () => Promise<T>;
  readonly loaded: () => T | null;
  /** The newest try, failed ones too: what is drawn must not ask for ever. */
  readonly latest: () => Promise<T>;
}

export function lazyPart<T>(fetchModule: () => Promise<T>): LazyPart<T> {
  let latest: Promise<T> | null = null;
  let hasFailed = false;
  let module: T | null = null;

  function load(): Promise<T> {
    if (latest && !hasFailed) return latest;
    hasFailed = false;
    latest = fetchModule().then((fetched) => (module = fetched));
    latest.catch(() => (hasFailed = true));
    return latest;
  }
  return { load, loaded: () => module, latest: () => latest ?? load() };
}

/**
 * While drawing: at once where the router has loaded it, as it does before a page is shown; else React waits. No hook may
 * follow a wait in the same component: drawn again, it would not wait, and React counts its first hooks by the wait.
 */
export const partNow = <T>(part: LazyPart<T>): T => part.loaded() ?? use(part.latest());
