import { TriangleAlert, X } from 'lucide-react';
import { useAction } from '#web/api/use-action.ts';
import { createStore, useStore } from '#web/create-store.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

interface ToastMessage {
  readonly id: number;
  readonly text: string;
}

const shown = createStore<readonly ToastMessage[]>([]);
let lastId = 0;

/** An error that no element of the page shows; stays until closed, each text once. */
export function showError(text: string): void {
  const before = shown.get();
  if (before.some((toast) => toast.text === text)) return;
  lastId += 1;
  shown.set([...before.slice(-2), { id: lastId, text }]);
}

export function Toasts() {
  const { t } = usePhrases();
  const toasts = useStore(shown);
  return (
    <div className="toasts" role="alert">
      {toasts.map(({ id, text }) => (
        <div className="toast" key={id}>
          <TriangleAlert className="ic loss" />
          <span>{text}</span>
          <button
            type="button"
            className="ibtn bare ml-auto"
            aria-label={t('common.close')}
            onClick={() => shown.set(shown.get().filter((toast) => toast.id !== id))}
          >
            <X className="ic" />
          </button>
        </div>
      ))}
    </div>
  );
}

export function useToastAction<Args extends readonly unknown[]>(
  act: (...args: Args) => Promise<unknown>,
): ReturnType<typeof useAction<Args>> {
  const errorText = useErrorText();
  return useAction(act, (error) => showError(errorText(error)));
}
