import { ApiProblem } from '../api/api-problem.ts';
import { usePhrases } from './use-phrases.ts';

/** The server speaks for itself, in the user's language; what never reached it is ours to say. */
export function useProblemText(): (error: unknown) => string {
  const { t } = usePhrases();
  return (error) => {
    if (!(error instanceof ApiProblem)) return t('common.error.title');
    if (error.code === 'offline') return t('common.error.offline');
    if (error.code === 'unreadable') return t('common.error.unreadable');
    // The one refusal that asks to tell support which request it was.
    if (error.code === 'internal_error' && error.requestId)
      return `${error.message} ${t('common.error.requestId', { id: error.requestId })}`;
    return error.message;
  };
}
