import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** True while a prerendered page hydrates: values of the browser must not be rendered yet. */
export const useIsBuilt = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
