/** A module that is fetched once, when it is first wanted, and known at once from then on. */
export interface LazyPart<T> {
  /** Asks again when the last try failed. */
  readonly load: () => Promise<T>;
  readonly loaded: () => T | null;
  /** The newest try, and why it failed: what is drawn must not ask for ever. */
  readonly latest: () => Promise<T>;
  readonly failure: () => { readonly error: unknown } | null;
}

/** A part whose source file is known by name: its chunk is preloaded from the pages that need it. */
export interface LazyFile<T> extends LazyPart<T> {
  /** Below src/web. */
  readonly file: string;
}

export const lazyFile = <T>(file: string, fetchModule: () => Promise<T>): LazyFile<T> => ({
  ...lazyPart(fetchModule),
  file,
});

export function lazyPart<T>(fetchModule: () => Promise<T>): LazyPart<T> {
  let latest: Promise<T> | null = null;
  let failure: { readonly error: unknown } | null = null;
  let module: T | null = null;

  function load(): Promise<T> {
    if (latest && !failure) return latest;
    failure = null;
    latest = fetchModule().then((fetched) => (module = fetched));
    latest.catch((error: unknown) => (failure = { error }));
    return latest;
  }
  return { load, loaded: () => module, latest: () => latest ?? load(), failure: () => failure };
}

/**
 * At once where it has come, as it has before a page is shown. Else, while drawing, React waits and begins the component anew.
 * Thrown rather than given to `use`: React holds a component to the waits of its first try, and a part that has come meanwhile
 * must be readable where nothing is drawn, too.
 */
export function partNow<T>(part: LazyPart<T>): T {
  const loaded = part.loaded();
  if (loaded !== null) return loaded;
  const failure = part.failure();
  // oxlint-disable-next-line only-throw-error -- how React is told to wait, and what the boundary around it is to show
  throw failure ? failure.error : part.latest();
}
