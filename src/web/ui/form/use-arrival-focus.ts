import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a heading that replaces the pressed element: it takes the focus, so that screen readers
 * announce it.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}
