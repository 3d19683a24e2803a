import { useSyncExternalStore } from 'react';

/** Whether the window is wide enough for tables, not cards. True while pages are prerendered. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    wide.subscribe,
    () => wide.matches(),
    () => true,
  );

/** Whether the window is as narrow as a phone. False while pages are prerendered. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    phone.subscribe,
    () => phone.matches(),
    () => false,
  );

/** Whether the rail of a signal stands above its chart, not beside it. False while pages are prerendered. */
export const useIsStacked = (): boolean =>
  useSyncExternalStore(
    stacked.subscribe,
    () => stacked.matches(),
    () => false,
  );

const wide = createMedia('(min-width: 961px)');
const phone = createMedia('(max-width: 720px)');
const stacked = createMedia('(max-width: 1080px)');

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
