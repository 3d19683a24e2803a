import { writeStored } from '../storage/stored.ts';

/** `system`: follows the system setting, which may be reduced motion as well. */
export type Motion = 'system' | 'still';

/** The boot script sets it before the first paint; here it is switched. */
export function chooseMotion(motion: Motion): void {
  const { dataset } = document.documentElement;
  writeStored('motion', motion === 'still' ? motion : null);
  if (motion === 'still') dataset['motion'] = motion;
  else delete dataset['motion'];
}

/** Reduced motion chosen here or in the system. */
export const prefersReducedMotion = (): boolean =>
  document.documentElement.dataset['motion'] === 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches;
