import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import type { StepName } from './tours.ts';
import { useSpotlight } from './use-spotlight.ts';

interface SpotlightProps {
  readonly step: StepName;
  readonly title: string;
  readonly text: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Dims the page except for one place, with a card beside it. Uses the browser's modal dialog: the
 * focus stays in the card, Esc closes it, and the focus returns to its previous element.
 */
export function Spotlight({ step, title, text, closeLabel, onClose, children }: SpotlightProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const id = useId();
  const { highlight, place } = useSpotlight(step, card);

  // Together with the text: a later effect would take the focus from a button that was reached since.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  return (
    <dialog
      ref={dialog}
      className="ovl"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={highlight ? 'spot' : 'spot dark'} style={highlight ?? undefined} />
      <div className="tut" ref={card} style={place}>
        <h2 id={`${id}title`} ref={heading} tabIndex={-1} aria-describedby={`${id}text`}>
          {title}
        </h2>
        <button type="button" className="ibtn bare x" aria-label={closeLabel} onClick={onClose}>
          <X className="ic" aria-hidden="true" />
        </button>
        <p id={`${id}text`}>{text}</p>
        {children}
      </div>
    </dialog>
  );
}
