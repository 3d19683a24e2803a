import { useSyncExternalStore } from 'react';

/** Below this width tables become cards. */
const wide = '(min-width: 961px)';

/** Whether there is room for a table. True while pages are prerendered. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => true,
  );

function subscribe(listener: () => void): () => void {
  const media = matchMedia(wide);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
