import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { getLanguage } from '#web/language/languages.ts';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { lazyPart } from '#web/routing/lazy-part.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import type * as laterParts from './later-parts.ts';
import { Waiting } from './waiting.tsx';

const parts = lazyPart<typeof laterParts>(async () => {
  const phrases = loadPhrases(getLanguage(location.pathname), ['recordCheck', 'calibration']);
  const [loaded] = await Promise.all([import('./later-parts.ts'), phrases]);
  return loaded;
});

/** Starts loading at this distance from the viewport while scrolling. */
const nearness = '200px';

interface LaterProps {
  /** Loads at once, wherever it is. */
  readonly isNeeded?: boolean;
  readonly children: (loaded: typeof laterParts) => ReactNode;
}

/** Lazy-loads its content when scrolled near. */
export function Later({ isNeeded = false, children }: LaterProps) {
  const { t } = usePhrases();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>(parts.loaded() ? 'ready' : 'waiting');
  const load = useEffectEvent(() => {
    parts.load().then(
      () => setState('ready'),
      () => setState('failed'),
    );
  });
  useEffect(() => {
    if (state !== 'waiting' || !place.current) return undefined;
    if (isNeeded) {
      load();
      return undefined;
    }
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: nearness });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [state, isNeeded]);
  const loaded = parts.loaded();
  // After a change of the language its phrases are loaded first.
  if (loaded) return <Suspense fallback={<Waiting />}>{children(loaded)}</Suspense>;
  // Browsers cache a failed module import until the page is reloaded; the address keeps the view.
  if (state === 'failed') return <LoadError title={t('record.failed')} onRetry={() => location.reload()} />;
  return (
    <div ref={place}>
      <Waiting />
    </div>
  );
}
