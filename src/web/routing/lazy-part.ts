/** A lazy-loaded module, fetched once and available synchronously afterwards. */
export interface LazyPart<T> {
  /** Retries when the last attempt failed. */
  readonly load: () => Promise<T>;
  readonly loaded: () => T | null;
  /** The newest attempt, including its error: rendering must not retry endlessly. */
  readonly latest: () => Promise<T>;
  readonly failure: () => { readonly error: unknown } | null;
}

/** A part with a known source file, so that its chunk is preloaded by the pages that need it. */
export interface LazyFile<T> extends LazyPart<T> {
  /** Path relative to src/web. */
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
 * Synchronous when loaded, as it is before a page is shown. Otherwise React suspends and restarts
 * the component. Throws the promise instead of calling `use`: React ties a component to the
 * promises of its first attempt, and a loaded part must also be readable outside rendering.
 */
export function partNow<T>(part: LazyPart<T>): T {
  const loaded = part.loaded();
  if (loaded !== null) return loaded;
  const failure = part.failure();
  // React suspends on a thrown promise, and the boundary shows a thrown error.
  throw failure ? failure.error : part.latest();
}
