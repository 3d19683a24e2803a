import type { StepName } from './tours.ts';
import { type Box, scrollToSee } from './place-card.ts';

/** Some targets exist twice, for wide and narrow windows: finds the one that is rendered. */
export const findTarget = (step: StepName): Element | null =>
  [...document.querySelectorAll(`[data-tour="${step}"]`)].find(isDrawn) ?? null;

const isDrawn = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
};

/** Sticky elements at the window's edges cover the page below them. */
export function scrollIntoView(target: Element): void {
  if (isStuck(target)) return;
  const header = document.querySelector('.hd')?.getBoundingClientRect();
  const bar = document.querySelector('.mcta')?.getBoundingClientRect();
  const freeFrom = header && header.top <= 0 ? header.bottom : 0;
  const freeTo = bar && bar.height > 0 ? Math.min(windowBottom(), bar.top) : windowBottom();
  const distance = scrollToSee(target.getBoundingClientRect(), freeFrom, freeTo);
  if (distance !== 0) scrollBy({ top: distance, behavior: 'instant' });
}

/** Where the window ends for the tutorial: the cookie notice covers what is below. */
export function windowBottom(): number {
  const notice = document.querySelector('.cookie-place')?.getBoundingClientRect();
  return notice && notice.height > 0 ? Math.min(innerHeight, notice.top) : innerHeight;
}

/** A sticky element is visible at every scroll position. */
const isStuck = (target: Element): boolean => target.closest('.mcta') !== null;

const padding = (): number => (innerWidth <= 720 ? 6 : 10);

/** The target with a small margin, clipped to the window. */
export function highlightBox(target: Element): Box {
  const { left, top, right, bottom } = target.getBoundingClientRect();
  const room = padding();
  const from = { left: Math.max(2, left - room), top: Math.max(2, top - room) };
  const to = { right: Math.min(innerWidth - 2, right + room), bottom: Math.min(windowBottom() - 2, bottom + room) };
  return { ...from, width: Math.max(0, to.right - from.left), height: Math.max(0, to.bottom - from.top) };
}
