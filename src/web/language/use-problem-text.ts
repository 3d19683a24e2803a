import { ApiProblem } from '../api/api-problem.ts';
import { usePhrases } from './use-phrases.ts';
import { useProblemWords } from './use-problem-words.ts';

/** For one line: the words of a refusal, and where they ask to tell support the request, its number. */
export function useProblemText(): (error: unknown) => string {
  const { t } = usePhrases();
  const words = useProblemWords();
  return (error) => {
    const id = error instanceof ApiProblem && error.code === 'internal_error' ? error.requestId : null;
    return id === null ? words(error) : `${words(error)} ${t('common.error.requestId', { id })}`;
  };
}
