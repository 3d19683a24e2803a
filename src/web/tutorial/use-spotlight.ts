import { type RefObject, useLayoutEffect, useState } from 'react';
import { type Box, placeCard } from './place-card.ts';
import { bringIntoSight, findTarget, litBox } from './target.ts';
import { isPointless, type StepName } from './tours.ts';

interface Spotlight {
  /** Null: nothing is lit. */
  readonly lit: Box | null;
  readonly place: { readonly left: number; readonly top: number };
}

/** Positions of the spotlight and the card, updated when the page scrolls, resizes or rotates. */
export function useSpotlight(step: StepName, card: RefObject<HTMLElement | null>): Spotlight {
  const [spotlight, setSpotlight] = useState<Spotlight>({ lit: null, place: { left: 0, top: 0 } });
  useLayoutEffect(() => {
    const target = isPointless(step) ? null : findTarget(step);
    if (target) bringIntoSight(target);
    const look = (): void => {
      if (!card.current) return;
      const lit = target?.isConnected ? litBox(target) : null;
      const { offsetWidth: width, offsetHeight: height } = card.current;
      setSpotlight({ lit, place: placeCard(lit, { width, height }, { width: innerWidth, height: innerHeight }) });
    };
    const sizes = new ResizeObserver(look);
    for (const element of [target, card.current, document.body]) if (element) sizes.observe(element);
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    look();
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [step, card]);
  return spotlight;
}
