import { Fragment, type ReactNode } from 'react';
import type { Read } from '../api/use-read.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { LoadError } from '../ui/feedback/load-error.tsx';

interface LoadedProps<Answer> {
  readonly read: Pick<Read<Answer>, 'data' | 'error' | 'refetch'>;
  readonly children: (data: Answer) => ReactNode;
}

/** Until there is data: a skeleton, or the error. Loaded data stays when a later request fails. */
export function Loaded<Answer>({ read: { data, error, refetch }, children }: LoadedProps<Answer>) {
  const { t } = usePhrases();
  if (data !== null) return <Fragment key="loaded">{children(data)}</Fragment>;
  if (error) return <LoadError title={t('admin.list.failed')} error={error} onRetry={refetch} />;
  // An element of its own: the content does not take its place, it appears where it belongs.
  return <div key="waiting" className="sk adm-sk" aria-hidden="true" />;
}
