import { ApiError } from '../api/api-error.ts';
import { useErrorText } from '../language/use-error-text.ts';
import { usePhrases } from '../language/use-phrases.ts';

/** The browser's own errors are about a passkey: cancelled, timed out, or already on this device. */
export function useFactorError(): (error: unknown) => string {
  const { t } = usePhrases();
  const errorText = useErrorText();
  return (error) => {
    if (error instanceof ApiError) return errorText(error);
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    return isKnown ? t('secondFactor.passkeyKnown') : t('secondFactor.passkeyFailed');
  };
}
