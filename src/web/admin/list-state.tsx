import type { ReactNode } from 'react';
import { usePhrases } from '../language/use-phrases.ts';
import { LoadError } from '../ui/load-error.tsx';

interface ListStateProps {
  readonly error: Error | null;
  readonly isKnown: boolean;
  /** Reason for an empty list; null: there are rows. */
  readonly empty: string | null;
  readonly onAgain: () => void;
  readonly children: ReactNode;
}

/** Placeholder for the rows: loading, error or empty. */
export function ListState({ error, isKnown, empty, onAgain, children }: ListStateProps) {
  const { t } = usePhrases();
  if (error && !isKnown) return <LoadError title={t('admin.list.failed')} error={error} onAgain={onAgain} />;
  if (!isKnown) return <div className="sk adm-sk" aria-hidden="true" />;
  return empty === null ? children : <p className="pad t3">{empty}</p>;
}
