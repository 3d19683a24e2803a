import { RefreshCw } from 'lucide-react';
import { ApiProblem } from '../../api/api-problem.ts';
import { useProblemWords } from '../../language/use-problem-words.ts';
import { usePhrases } from '../../language/use-phrases.ts';

export function HistoryFailed({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = usePhrases();
  const problemWords = useProblemWords();
  return (
    <div className="state" role="alert">
      <h2>{t('history.failed.title')}</h2>
      <p>{problemWords(error)}</p>
      <div className="acts">
        <button type="button" className="btn btn-p" onClick={onAgain}>
          <RefreshCw className="ic" aria-hidden="true" />
          {t('common.tryAgain')}
        </button>
      </div>
      {error instanceof ApiProblem && error.requestId && (
        <p className="s13 t3">{t('common.error.requestId', { id: error.requestId })}</p>
      )}
    </div>
  );
}
