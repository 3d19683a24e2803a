import type { MouseEvent } from 'react';

/** The pressed button goes with the filters it takes back: the focus goes on at the first of them. */
export const focusFirstFilter = ({ currentTarget }: MouseEvent): void =>
  currentTarget.closest('.hist-list')?.querySelector('select')?.focus({ preventScroll: true });
