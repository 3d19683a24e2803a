import { ApiError } from '../api/api-error.ts';
import { usePhrases } from './use-phrases.ts';

/**
 * Server errors carry their message in the user's language; client-side errors get theirs here. For
 * cards that show the request id separately.
 */
export function useErrorMessage(): (error: unknown) => string {
  const { t } = usePhrases();
  return (error) => {
    if (!(error instanceof ApiError)) return t('common.error.title');
    if (error.code === 'offline') return t('common.error.offline');
    if (error.code === 'unreadable') return t('common.error.unreadable');
    if (error.code === 'timed_out') return t('common.error.timedOut');
    return error.message;
  };
}
