import { Fragment, type ReactNode } from 'react';
import { LoadError } from '../ui/feedback/load-error.tsx';

interface LoadedProps<Answer> {
  /** Of React Query. */
  readonly read: {
    readonly data: Answer | null | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Answer) => ReactNode;
}

/** Until there is data: a skeleton, or the error. Loaded data stays when a later request fails. */
export function Loaded<Answer>({ read: { data, error, refetch }, children }: LoadedProps<Answer>) {
  if (data !== null && data !== undefined) return <Fragment key="loaded">{children(data)}</Fragment>;
  if (error) return <LoadError title="Couldn’t load the data." error={error} onRetry={() => void refetch()} />;
  // An element of its own: the content does not take its place, it appears where it belongs.
  return <div key="waiting" className="sk h-svh rounded-lg" aria-hidden="true" />;
}
