import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';

interface SubmitButtonProps {
  readonly isBusy: boolean;
  readonly isPrimary?: boolean;
  readonly children: ReactNode;
}

/** Busy: a spinner over the label, which preserves the width; a second press does nothing. */
export function SubmitButton({ isBusy, isPrimary = true, children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className={`btn ${isPrimary ? 'btn-p' : 'btn-s'} btn-lg btn-block busy-keep`}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      // Pressing it must not blur the field first: an error that appears would move the button away
      // from the pointer.
      onMouseDown={(event) => event.preventDefault()}
    >
      <span>{children}</span>
      {isBusy && <LoaderCircle className="ic spin" />}
    </button>
  );
}
