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
 * At once where it has come, as it has before a page is shown. Else, while drawing, React waits and begins the component anew.
 * Thrown rather than given to `use`: React holds a component to the waits of its first try, and a part that has come meanwhile
 * must be readable where nothing is drawn, too.
 */
export function partNow<T>(part: LazyPart<T>): T {
  const loaded = part.loaded();
  // oxlint-disable-next-line only-throw-error -- how React is told to wait
  if (loaded === null) throw part.latest();
  return loaded;
}
