import { LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Button } from '../button.tsx';

interface AnsweredFormProps {
  readonly submit: () => Promise<void>;
  readonly summary: ErrorSummaryProps;
  readonly children: ReactNode;
}

/** A form of `useAnsweredForm`, without the browser's validation; shows its errors at the top. */
export const AnsweredForm = ({ submit, summary, children }: AnsweredFormProps) => (
  <form
    className="flex flex-col gap-5"
    method="post"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void submit();
    }}
  >
    <ErrorSummary {...summary} />
    {children}
  </form>
);

interface ErrorSummaryProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** An error that belongs to no field. */
  readonly formError: ReactNode;
}

/** An error of the whole form, at its top: takes the focus after a failed attempt. */
export function ErrorSummary({ ref, formError }: ErrorSummaryProps) {
  if (!formError) return null;
  return (
    <div ref={ref} className="note err-sum" role="alert" tabIndex={-1}>
      <TriangleAlert className="ic" />
      <div className="flex flex-col gap-1">{formError}</div>
    </div>
  );
}

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
      className="relative"
      isBusy={isBusy}
      // Pressing it must not blur the field first: an error that appears would move the button away
      // from the pointer.
      onMouseDown={(event) => event.preventDefault()}
      text={
        <>
          <span className={isBusy ? 'opacity-35' : undefined}>{children}</span>
          {isBusy && <LoaderCircle className="ic animate-spin absolute" />}
        </>
      }
    />
  );
}
