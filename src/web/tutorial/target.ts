import type { StepName } from './tours.ts';
import { type Box, scrollToSee } from './place-card.ts';

/** Some stand twice, for wide and for narrow windows: the one that is drawn. */
export const findTarget = (step: StepName): Element | null =>
  [...document.querySelectorAll(`[data-tour="${step}"]`)].find(isDrawn) ?? null;

const isDrawn = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
};

/** What sticks to the window's edges covers the page below it. */
export function bringIntoSight(target: Element): void {
  if (isStuck(target)) return;
  const header = document.querySelector('.hd')?.getBoundingClientRect();
  const bar = document.querySelector('.mcta')?.getBoundingClientRect();
  const freeFrom = header && header.top <= 0 ? header.bottom : 0;
  const freeTo = bar && bar.height > 0 ? Math.min(innerHeight, bar.top) : innerHeight;
  const distance = scrollToSee(target.getBoundingClientRect(), freeFrom, freeTo);
  if (distance !== 0) scrollBy({ top: distance, behavior: 'instant' });
}

/** What sticks is in sight wherever the page is scrolled to. */
const isStuck = (target: Element): boolean => target.closest('.mcta') !== null;

const padding = (): number => (innerWidth <= 720 ? 6 : 10);

/** The target with a little room around it, as far as the window shows it. */
export function litBox(target: Element): Box {
  const { left, top, right, bottom } = target.getBoundingClientRect();
  const room = padding();
  const from = { left: Math.max(2, left - room), top: Math.max(2, top - room) };
  const to = { right: Math.min(innerWidth - 2, right + room), bottom: Math.min(innerHeight - 2, bottom + room) };
  return { ...from, width: Math.max(0, to.right - from.left), height: Math.max(0, to.bottom - from.top) };
}
