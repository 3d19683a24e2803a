import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** True while a page that was built takes over its HTML: what only a browser knows must not differ from it yet. */
export const useIsBuilt = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
