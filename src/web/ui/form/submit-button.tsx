import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';

/** Busy: a spinner over the label, which preserves the width; a second press does nothing. */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <button
      type="submit"
      className="btn btn-p btn-lg btn-block busy-keep"
      aria-busy={isBusy}
      aria-disabled={isBusy}
      // Pressing it must not blur the field first: an error that appears would move the button away
      // from the pointer.
      onMouseDown={(event) => event.preventDefault()}
    >
      <span>{children}</span>
      {isBusy && <LoaderCircle className="ic spin" aria-hidden="true" />}
    </button>
  );
}
