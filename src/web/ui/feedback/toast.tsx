import { TriangleAlert, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useErrorText } from '#web/language/use-error-text.ts';

interface ToastMessage {
  readonly id: number;
  readonly text: string;
}

let shown: readonly ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const none: readonly ToastMessage[] = [];

/**
 * An error that belongs to no place on the page. Stays until closed; a repeated text is shown once.
 */
export function showError(text: string): void {
  if (shown.some((toast) => toast.text === text)) return;
  lastId += 1;
  set([...shown.slice(-2), { id: lastId, text }]);
}

export function Toasts({ closeLabel }: { closeLabel: string }) {
  const toasts = useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  );
  return (
    <div className="toasts" role="alert">
      {toasts.map(({ id, text }) => (
        <div className="toast" key={id}>
          <TriangleAlert className="ic loss" aria-hidden="true" />
          <span>{text}</span>
          <button
            type="button"
            className="ibtn bare ml-auto"
            aria-label={closeLabel}
            onClick={() => set(shown.filter((toast) => toast.id !== id))}
          >
            <X className="ic" aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  );
}

function set(next: readonly ToastMessage[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For an action without a place of its own on the page for its error. */
export function useErrorToast(): (error: unknown) => void {
  const errorText = useErrorText();
  return (error) => showError(errorText(error));
}
