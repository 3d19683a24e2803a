import { lazy, useEffect, useState } from 'react';
import { Optional } from '../ui/optional.tsx';

/** The page works without its extras. */
const PageExtras = lazy(() => import('./page-extras.tsx').then((module) => ({ default: module.PageExtras })));

const idleWithinMs = 2_000;

/** Loads when the browser is idle. */
export function PageExtrasGate() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const begin = (): void => setDue(true);
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(begin, 1);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(begin, { timeout: idleWithinMs });
    return () => cancelIdleCallback(handle);
  }, []);
  if (!isDue) return null;
  return (
    <Optional>
      <PageExtras />
    </Optional>
  );
}
