import type { MouseEvent } from 'react';

/** The reset button disappears with the filters: focus moves to the first filter. */
export const focusFirstFilter = ({ currentTarget }: MouseEvent): void =>
  currentTarget.closest('.hist-list')?.querySelector('select')?.focus({ preventScroll: true });
