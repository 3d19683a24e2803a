import { RefreshCw } from 'lucide-react';
import { ApiError } from '#web/api/api-error.ts';
import { useErrorMessage } from '#web/language/use-error-message.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

export function HistoryFailed({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = usePhrases();
  const errorMessage = useErrorMessage();
  return (
    <div className="state" role="alert">
      <h2>{t('history.failed.title')}</h2>
      <p>{errorMessage(error)}</p>
      <div className="acts">
        <button type="button" className="btn btn-p" onClick={onAgain}>
          <RefreshCw className="ic" aria-hidden="true" />
          {t('common.tryAgain')}
        </button>
      </div>
      {error instanceof ApiError && error.requestId && (
        <p className="s13 t3">{t('common.error.requestId', { id: error.requestId })}</p>
      )}
    </div>
  );
}
