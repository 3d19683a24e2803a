import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

const Nothing = (): null => null;

/** A part that comes later, and that a page does without when it does not come. */
export const lazyExtra = <Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await fetchPart().catch((): ComponentType<Props> => Nothing) }));
