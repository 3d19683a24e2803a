import { TriangleAlert } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';

export interface ErrorSummaryProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** An error that belongs to no field. */
  readonly formError: ReactNode;
}

/** An error of the whole form, at its top: takes the focus after a failed attempt. */
export function ErrorSummary({ ref, formError }: ErrorSummaryProps) {
  if (!formError) return null;
  return (
    <div ref={ref} className="note err-sum" role="alert" tabIndex={-1}>
      <TriangleAlert className="ic" aria-hidden="true" />
      <div className="flex flex-col gap-1">{formError}</div>
    </div>
  );
}
