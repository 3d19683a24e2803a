import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { type LazyPart, lazyPart } from './lazy-part.ts';

interface LazyView<P> extends FunctionComponent<P> {
  /** Loads the component before it is rendered. */
  readonly load: () => Promise<unknown>;
}

/**
 * A component that is loaded when it is first rendered; the fallback is shown until then. Instead of
 * React's `lazy`, which suspends: what replaces a fallback of Suspense is shown 300 ms after it at
 * the earliest.
 */
export function lazyView<P extends object>(
  fetchModule: () => Promise<{ readonly default: ComponentType<P> }>,
  fallback: ReactNode = null,
): LazyView<P> {
  const part = lazyPart(fetchModule);
  const View = (props: P) => {
    const view = useLoaded(part)?.default;
    // Its phrases may not be loaded yet.
    return <Suspense fallback={fallback}>{view ? createElement(view, props) : fallback}</Suspense>;
  };
  return Object.assign(View, { load: part.load });
}

/** Null until loaded. A failed load is thrown to the error boundary, and repeated by the next mount. */
function useLoaded<T>(part: LazyPart<T>): T | null {
  const [attempt, setAttempt] = useState<{ readonly error?: unknown }>({});
  useEffect(() => {
    if (part.loaded() === null)
      part.load().then(
        () => setAttempt({}),
        (error: unknown) => setAttempt({ error }),
      );
  }, [part]);
  if ('error' in attempt) throw attempt.error;
  return part.loaded();
}
