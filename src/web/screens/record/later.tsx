import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { lazyPart } from '#web/routing/lazy-part.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import type * as laterParts from './later-parts.ts';
import { Waiting } from './waiting.tsx';

const parts = lazyPart<typeof laterParts>(() => import('./later-parts.ts'));

/** Starts loading at this distance from the viewport while scrolling. */
const nearness = '200px';

/** Lazy-loads its content when scrolled near. */
export function Later({ children }: { children: (come: typeof laterParts) => ReactNode }) {
  const { t } = usePhrases();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'waiting' | 'come' | 'failed'>(parts.loaded() ? 'come' : 'waiting');
  const load = useEffectEvent(() => {
    parts.load().then(
      () => setState('come'),
      () => setState('failed'),
    );
  });
  useEffect(() => {
    if (state !== 'waiting' || !place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: nearness });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [state]);
  const come = parts.loaded();
  if (come) return children(come);
  // Browsers cache a failed module import until the page is reloaded; the address keeps the view.
  if (state === 'failed') return <LoadError title={t('record.failed')} onRetry={() => location.reload()} />;
  return (
    <div ref={place}>
      <Waiting />
    </div>
  );
}
