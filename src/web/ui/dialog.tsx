import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { usePhrases } from '../language/use-phrases.ts';

interface DialogProps {
  /** A string becomes the heading; anything else brings its own. */
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** `sheet`: named by its title, which the children draw, as they do the button that closes it. */
  readonly look?: 'modal' | 'sheet';
  readonly children: ReactNode;
}

/** The operator's dialogs, and sheets, rise from the bottom of a small screen. */
const looks = {
  modal:
    'w-[min(560px,calc(100vw-32px))] p-7 phone:[.adm_&]:mb-0 phone:[.adm_&]:w-full phone:[.adm_&]:max-w-none phone:[.adm_&]:rounded-[20px_20px_0_0] phone:[.adm_&]:px-4.5 phone:[.adm_&]:py-5',
  sheet:
    'fixed w-[min(860px,calc(100vw-32px))] grid-cols-[minmax(0,400px)_minmax(0,1fr)] p-0 open:grid stacked:inset-x-0 stacked:top-auto stacked:bottom-0 stacked:mb-0 stacked:w-full stacked:max-w-none stacked:grid-cols-1 stacked:rounded-[20px_20px_0_0]',
} as const;

/** The browser's modal dialog; Esc and Back close it, and the focus returns. */
export function Dialog({ title, onClose, look = 'modal', children }: DialogProps) {
  const { t } = usePhrases();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed before React removes it, or the browser could not return the focus.
  useLayoutEffect(() => {
    const own = dialog.current;
    own?.showModal();
    return () => own?.close();
  }, []);
  useCloseOnBack(() => dialog.current?.close());
  return (
    <dialog
      ref={dialog}
      className={`m-auto max-h-[calc(100dvh-32px)] overflow-auto rounded-xl border border-(--line-2) bg-s1 text-inherit shadow-[var(--e3)] [:where(&>*+*)]:mt-4 ${looks[look]}`}
      {...(look === 'sheet' && typeof title === 'string' ? { 'aria-label': title } : { 'aria-labelledby': titleId })}
      onClose={onClose}
      // A click outside closes it, in browsers that support this.
      {...{ closedby: 'any' }}
    >
      {look === 'modal' && (
        <div className="flex items-center gap-3 justify-between">
          <div id={titleId} className="flex items-center gap-3">
            {typeof title === 'string' ? <h2 className="h3">{title}</h2> : title}
          </div>
          <button
            type="button"
            className="ibtn bare"
            aria-label={t('common.close')}
            onClick={() => dialog.current?.close()}
          >
            <X className="ic" />
          </button>
        </div>
      )}
      {children}
    </dialog>
  );
}

/** Closes the dialog natively, so that the focus returns to its previous element. */
export const closeAround = ({ currentTarget }: MouseEvent): void => currentTarget.closest('dialog')?.close();

/**
 * The browser's Back closes an overlay instead of leaving the page. Needs the Navigation API, which
 * lets a page cancel Back only within one document, and once per user activation.
 */
export function useCloseOnBack(close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!('navigation' in globalThis)) return undefined;
    const listener = (event: NavigateEvent): void => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return;
      event.preventDefault();
      onBack();
    };
    navigation.addEventListener('navigate', listener);
    return () => navigation.removeEventListener('navigate', listener);
  }, []);
}
