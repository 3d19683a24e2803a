import type { ComponentProps } from 'react';
import type { Action } from '../api/use-action.ts';

interface ActionButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  readonly action: Pick<Action<[]>, 'run' | 'isBusy'>;
}

/** Starts an action. It keeps the focus while busy, which a disabled button would lose. */
export const ActionButton = ({ action: { run, isBusy }, ...button }: ActionButtonProps) => (
  <button type="button" aria-busy={isBusy} aria-disabled={isBusy} onClick={() => void run()} {...button} />
);
