import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { useErrorMessage } from '../language/use-error-message.ts';

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
  if (error && !isKnown) return <Failed error={error} onAgain={onAgain} />;
  if (!isKnown) return <div className="sk adm-sk" aria-hidden="true" />;
  return empty === null ? children : <p className="pad t3">{empty}</p>;
}

export function Failed({ error, onAgain }: Pick<ListStateProps, 'onAgain'> & { error: Error }) {
  const { t } = usePhrases();
  const errorMessage = useErrorMessage();
  return (
    <div className="state" role="alert">
      <p>{t('admin.list.failed')}</p>
      <p className="s14 t3">{errorMessage(error)}</p>
      {error instanceof ApiError && error.requestId && (
        <p className="s13 t3">{t('common.error.requestId', { id: error.requestId })}</p>
      )}
      <div className="acts">
        <button type="button" className="btn btn-s" onClick={onAgain}>
          <RefreshCw className="ic" aria-hidden="true" />
          {t('admin.list.again')}
        </button>
      </div>
    </div>
  );
}
