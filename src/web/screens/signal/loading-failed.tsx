import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useProblemText } from '../../language/use-problem-text.ts';
import { usePhrases } from '../../language/use-phrases.ts';

export function LoadingFailed({ error }: { error: Error }) {
  const { t } = usePhrases();
  const problemText = useProblemText();
  const queries = useQueryClient();
  return (
    <section className="card centred">
      <div className="state">
        <h2>{t('common.error.title')}</h2>
        <p>{problemText(error)}</p>
        <div className="acts">
          <button type="button" className="btn btn-p" onClick={() => void queries.invalidateQueries()}>
            <RefreshCw className="ic" aria-hidden="true" />
            {t('common.tryAgain')}
          </button>
        </div>
      </div>
    </section>
  );
}
