import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/**
 * True while a prerendered page hydrates: values known only to the browser must not be rendered
 * yet.
 */
export const useIsBuilt = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
