import { readStored, writeStored } from '../storage/stored.ts';

/** `system`: as the system wishes, which may be still as well. */
export type Motion = 'system' | 'still';

export function chooseMotion(motion: Motion): void {
  writeStored('motion', motion === 'still' ? motion : null);
  showMotion();
}

/** As it was chosen in this browser. */
export function showMotion(): void {
  const { dataset } = document.documentElement;
  if (readStored('motion') === 'still') dataset['motion'] = 'still';
  else delete dataset['motion'];
}

/** Wished for here or by the system. */
export const wantsStillness = (): boolean =>
  document.documentElement.dataset['motion'] === 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches;
