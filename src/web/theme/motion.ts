import { writeStored } from '../storage/stored.ts';

/** `system`: as the system wishes, which may be still as well. */
export type Motion = 'system' | 'still';

/** The boot script sets it before the first paint; here it is switched. */
export function chooseMotion(motion: Motion): void {
  const { dataset } = document.documentElement;
  writeStored('motion', motion === 'still' ? motion : null);
  if (motion === 'still') dataset['motion'] = motion;
  else delete dataset['motion'];
}

/** Wished for here or by the system. */
export const wantsStillness = (): boolean =>
  document.documentElement.dataset['motion'] === 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches;
