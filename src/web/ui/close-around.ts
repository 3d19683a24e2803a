import type { MouseEvent } from 'react';

/**
 * Closes the dialog around the pressed button natively, so that the focus returns to its previous
 * element.
 */
export const closeAround = ({ currentTarget }: MouseEvent): void => currentTarget.closest('dialog')?.close();
