import { Suspense, useEffect, useState } from 'react';
import { lazyExtra } from '../ui/lazy-extra.ts';

/** A page without its extras is still the page. */
const PageExtras = lazyExtra(() => import('./page-extras.tsx').then((module) => module.PageExtras));

const idleWithinMs = 2_000;

/** Once the browser has nothing better to do. */
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
    <Suspense fallback={null}>
      <PageExtras />
    </Suspense>
  );
}
