import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { SelfHealing } from '../ui/feedback/self-healing.tsx';
import { type LazyPart, lazyPart } from './lazy-part.ts';

interface LazyView<P> extends FunctionComponent<P> {
  /** Loads the component before it is rendered. */
  readonly load: () => Promise<unknown>;
}

/**
 * A component that is loaded when it is first rendered; the fallback is shown until then. Replaces
 * React's `lazy`: content that replaces a fallback of Suspense appears no sooner than 300 ms after it.
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

/** A lazy component that the page works without: omitted when loading or rendering it fails. */
export function optionalView<P extends object>(
  fetchModule: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyView<P> {
  const View = lazyView(fetchModule);
  const Tolerant = (props: P) => <SelfHealing isOptional>{createElement(View, props)}</SelfHealing>;
  return Object.assign(Tolerant, { load: View.load });
}

/** Null until loaded. A failed load is thrown to the error boundary, and repeated by the next mount. */
function useLoaded<T>(part: LazyPart<T>): T | null {
  const [attempt, setAttempt] = useState<{ readonly error?: unknown }>({});
  const loaded = part.loaded();
  const isMissing = loaded === null;
  useEffect(() => {
    // Renders again also when the part was loaded between the rendering and this effect.
    if (isMissing)
      part.load().then(
        () => setAttempt({}),
        (error: unknown) => setAttempt({ error }),
      );
  }, [part, isMissing]);
  if ('error' in attempt) throw attempt.error;
  return loaded;
}
