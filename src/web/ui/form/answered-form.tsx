import type { ReactNode } from 'react';
import { ErrorSummary, type ErrorSummaryProps } from './error-summary.tsx';

interface AnsweredFormProps {
  readonly submit: () => Promise<void>;
  readonly summary: ErrorSummaryProps;
  readonly children: ReactNode;
}

/** A form of `useAnsweredForm`: the browser validates nothing, and errors stand at the top. */
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
