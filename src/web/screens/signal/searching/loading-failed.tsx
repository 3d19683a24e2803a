import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { ApiError } from '#web/api/api-error.ts';
import { useErrorMessage } from '#web/language/use-error-message.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

export function LoadingFailed({ error }: { error: Error }) {
  const { t } = usePhrases();
  const errorMessage = useErrorMessage();
  const queries = useQueryClient();
  return (
    <section className="card centred">
      <div className="state">
        <h2>{t('common.error.title')}</h2>
        <p>{errorMessage(error)}</p>
        <div className="acts">
          <button type="button" className="btn btn-p" onClick={() => void queries.invalidateQueries()}>
            <RefreshCw className="ic" aria-hidden="true" />
            {t('common.tryAgain')}
          </button>
        </div>
        {error instanceof ApiError && error.requestId && (
          <p className="s13 t3">{t('common.error.requestId', { id: error.requestId })}</p>
        )}
      </div>
    </section>
  );
}
