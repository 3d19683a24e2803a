import { Fragment, type ReactNode } from 'react';
import { LoadError } from '../ui/feedback/load-error.tsx';

interface LoadedProps<Answer> {
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
  // A key of its own, so that React mounts the content instead of changing the skeleton.
  return <div key="waiting" className="sk h-svh rounded-lg" aria-hidden="true" />;
}
