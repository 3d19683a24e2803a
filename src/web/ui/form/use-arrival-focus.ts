import { type RefObject, useEffect, useRef } from 'react';

/** For a heading that takes the place of what was pressed: focus comes to it, and a screen reader says it. */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}
