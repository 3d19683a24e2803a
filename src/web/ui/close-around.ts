import type { MouseEvent } from 'react';

/** Closes the dialog around the pressed button as the browser does it: the focus returns to where it was. */
export const closeAround = ({ currentTarget }: MouseEvent): void => currentTarget.closest('dialog')?.close();
