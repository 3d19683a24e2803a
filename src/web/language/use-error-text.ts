import { ApiError } from '../api/api-error.ts';
import { usePhrases } from './use-phrases.ts';
import { useErrorMessage } from './use-error-message.ts';

/**
 * For a single line: the error message, with the request id where the message asks the user to
 * contact support.
 */
export function useErrorText(): (error: unknown) => string {
  const { t } = usePhrases();
  const words = useErrorMessage();
  return (error) => {
    const id = error instanceof ApiError && error.code === 'internal_error' ? error.requestId : null;
    return id === null ? words(error) : `${words(error)} ${t('common.error.requestId', { id })}`;
  };
}
