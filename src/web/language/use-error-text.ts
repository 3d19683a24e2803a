import { ApiError } from '../api/api-error.ts';
import { usePhrases } from './use-phrases.ts';
import { useErrorMessage } from './use-error-message.ts';

/** For one line: the words of a refusal, and where they ask to tell support the request, its number. */
export function useErrorText(): (error: unknown) => string {
  const { t } = usePhrases();
  const words = useErrorMessage();
  return (error) => {
    const id = error instanceof ApiError && error.code === 'internal_error' ? error.requestId : null;
    return id === null ? words(error) : `${words(error)} ${t('common.error.requestId', { id })}`;
  };
}
