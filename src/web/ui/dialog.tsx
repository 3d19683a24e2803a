import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: ReactNode;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * The browser's modal dialog: focus stays inside, Esc closes, focus returns to its previous
 * element.
 */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed before React removes it, or the browser could not return the focus.
  useLayoutEffect(() => {
    const own = dialog.current;
    own?.showModal();
    return () => own?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={titleId}
      onClose={onClose}
      // A click outside closes it, in browsers that support this.
      {...{ closedby: 'any' }}
    >
      <div className="flex items-center gap-3 justify-between">
        <div id={titleId} className="flex items-center gap-3">
          {title}
        </div>
        <button type="button" className="ibtn bare" aria-label={closeLabel} onClick={() => dialog.current?.close()}>
          <X className="ic" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

/**
 * Closes the dialog around the pressed button natively, so that the focus returns to its previous
 * element.
 */
export const closeAround = ({ currentTarget }: MouseEvent): void => currentTarget.closest('dialog')?.close();
