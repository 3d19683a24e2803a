import { type RefObject, useLayoutEffect, useState } from 'react';
import { type Box, placeCard } from './place-card.ts';
import { scrollIntoView, findTarget, highlightBox, windowBottom } from './target.ts';
import { hasNoTarget, type StepName } from './tours.ts';

interface Spotlight {
  /** Null: nothing is lit. */
  readonly highlight: Box | null;
  readonly place: { readonly left: number; readonly top: number };
}

/** Positions of the spotlight and the card, updated when the page scrolls, resizes or rotates. */
export function useSpotlight(step: StepName, card: RefObject<HTMLElement | null>): Spotlight {
  const [spotlight, setSpotlight] = useState<Spotlight>({ highlight: null, place: { left: 0, top: 0 } });
  useLayoutEffect(() => {
    const target = hasNoTarget(step) ? null : findTarget(step);
    if (target) scrollIntoView(target);
    const measure = (): void => {
      if (!card.current) return;
      const highlight = target?.isConnected ? highlightBox(target) : null;
      const { offsetWidth: width, offsetHeight: height } = card.current;
      setSpotlight({
        highlight,
        place: placeCard(highlight, { width, height }, { width: innerWidth, height: windowBottom() }),
      });
    };
    const sizes = new ResizeObserver(measure);
    for (const element of [target, card.current, document.body]) if (element) sizes.observe(element);
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    measure();
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [step, card]);
  return spotlight;
}
