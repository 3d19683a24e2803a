import { useSyncExternalStore } from 'react';

/** Whether the window is wide enough for tables, not cards. True while pages are prerendered. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    wide.subscribe,
    () => wide.matches(),
    () => true,
  );

/** Whether the window is as low as a phone on its side. False while pages are prerendered. */
export const useIsLandscapePhone = (): boolean =>
  useSyncExternalStore(
    landscape.subscribe,
    () => landscape.matches(),
    () => false,
  );

const wide = createMedia('(min-width: 961px)');
const landscape = createMedia('(max-height: 480px) and (orientation: landscape)');

function createMedia(query: string) {
  return {
    matches: (): boolean => matchMedia(query).matches,
    subscribe: (listener: () => void): (() => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
  };
}
