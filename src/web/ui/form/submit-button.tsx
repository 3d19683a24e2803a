import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';

interface SubmitButtonProps {
  readonly isBusy: boolean;
  readonly isPrimary?: boolean;
  readonly children: ReactNode;
}

/** While busy, a spinner lies over the label, so that the width does not change. */
export function SubmitButton({ isBusy, isPrimary = true, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      look={isPrimary ? 'p lg block' : 's lg block'}
      className="busy-keep"
      isBusy={isBusy}
      // Pressing it must not blur the field first: an error that appears would move the button away
      // from the pointer.
      onMouseDown={(event) => event.preventDefault()}
      text={
        <>
          <span>{children}</span>
          {isBusy && <LoaderCircle className="ic spin" />}
        </>
      }
    />
  );
}
