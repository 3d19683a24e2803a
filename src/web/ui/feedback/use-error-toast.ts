import { useErrorText } from '#web/language/use-error-text.ts';
import { showError } from './toast.tsx';

/** For an action without a place of its own on the page for its error. */
export function useErrorToast(): (error: unknown) => void {
  const errorText = useErrorText();
  return (error) => showError(errorText(error));
}
