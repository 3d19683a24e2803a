import { ApiError, isImportError } from '../api/api-error.ts';
import { usePhrases } from './use-phrases.ts';

/** On one line, with the request id where the message refers to support. */
export function useErrorText(): (error: unknown) => string {
  const { t } = usePhrases();
  const words = useErrorMessage();
  return (error) => {
    const id = error instanceof ApiError && error.code === 'internal_error' ? error.requestId : null;
    return id === null ? words(error) : `${words(error)} ${t('common.error.requestId', { id })}`;
  };
}

/** The server's messages are in the user's language. For cards that show the request id apart. */
export function useErrorMessage(): (error: unknown) => string {
  const { t } = usePhrases();
  return (error) => {
    if (isImportError(error)) return t('common.error.offline');
    if (!(error instanceof ApiError)) return t('common.error.title');
    if (error.code === 'offline') return t('common.error.offline');
    if (error.code === 'unreadable') return t('common.error.unreadable');
    if (error.code === 'insecure') return t('common.error.insecure', { address: `https://${location.hostname}` });
    if (error.code === 'timed_out') return t('common.error.timedOut');
    return error.message;
  };
}
