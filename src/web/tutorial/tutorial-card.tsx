import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { TourName } from '#domain/accounts/user.ts';
import { Button } from '#web/ui/button.tsx';
import type { PhraseKey } from '../language/phrase-key.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { type Box, placeCard } from './place-card.ts';
import { findTarget, highlightBox, scrollIntoView, windowBottom } from './target.ts';
import { firstStepOnSignalPage, hasNoTarget, stepAt, type StepName, tours } from './tours.ts';
import type { Tutorial } from './tutorial.ts';
import type { TutorialState } from './tutorial-machine.ts';

interface TutorialCardProps {
  readonly state: Extract<TutorialState, { kind: 'showing' | 'leaving' }>;
  readonly send: Tutorial['send'];
}

/** One step: its text, the progress, and buttons for next, back and close. */
export function TutorialCard({ state: { kind, tour, step }, send }: TutorialCardProps) {
  const { t } = usePhrases();
  const name = stepAt(tour, step);
  if (!name) return null;
  const [title, text] = words(tour, name);
  const isLast = step === tours[tour].length - 1;
  const goOn = (): void => {
    // To the button that the last step has named, wherever earlier steps scrolled.
    if (isLast && tour === 'main') scrollTo({ top: 0, behavior: 'instant' });
    send(isLast ? { kind: 'end', how: 'finished' } : { kind: 'next' });
  };
  return (
    <Spotlight
      step={name}
      title={t(title)}
      text={t(text)}
      closeLabel={t(tour === 'main' ? 'tutorial.close' : 'common.close')}
      onClose={() => send({ kind: 'end', how: 'closed' })}
    >
      <div className="foot">
        <Progress tour={tour} name={name} />
        {step > firstStepOnSignalPage(tour) && (
          <Button look="g sm" onClick={() => send({ kind: 'back' })} text={t('tutorial.back')} />
        )}
        <Button look="p sm" isBusy={kind === 'leaving'} onClick={goOn} text={t(onwardWord(tour, step, isLast))} />
      </div>
      {!isLast && (
        <button type="button" className="tut-skip" onClick={() => send({ kind: 'end', how: 'skipped' })}>
          {t(tour === 'main' ? 'tutorial.skip' : 'tutorial.skipExplanation')}
        </button>
      )}
    </Spotlight>
  );
}

type TitleKey = Extract<PhraseKey, `tutorial.${TourName}.${string}.title`>;
type TextKey = Extract<PhraseKey, `tutorial.${TourName}.${string}.text`>;

/** The phrases of a step, by tour and name. */
function words(tour: TourName, step: StepName): [TitleKey, TextKey] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a step is written only in the tour it belongs to
  return [`tutorial.${tour}.${step}.title` as TitleKey, `tutorial.${tour}.${step}.text` as TextKey];
}

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
function Spotlight({ step, title, text, closeLabel, onClose, children }: SpotlightProps) {
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
          <X className="ic" />
        </button>
        <p id={`${id}text`}>{text}</p>
        {children}
      </div>
    </dialog>
  );
}

interface SpotlightPlace {
  /** Null: nothing is lit. */
  readonly highlight: Box | null;
  readonly place: { readonly left: number; readonly top: number };
}

/** Positions of the spotlight and the card, updated when the page scrolls, resizes or rotates. */
function useSpotlight(step: StepName, card: RefObject<HTMLElement | null>): SpotlightPlace {
  const [spotlight, setSpotlight] = useState<SpotlightPlace>({ highlight: null, place: { left: 0, top: 0 } });
  useLayoutEffect(() => {
    const target = hasNoTarget(step) ? null : findTarget(step);
    if (target) scrollIntoView(target);
    const measure = (): void => {
      if (!card.current) return;
      const highlight = target?.isConnected ? highlightBox(target) : null;
      const { offsetWidth: width, offsetHeight: height } = card.current;
      setSpotlight({
        highlight,
        place: placeCard(highlight, { width, height }, { width: innerWidth, height: windowBottom() }),
      });
    };
    const sizes = new ResizeObserver(measure);
    for (const element of [target, card.current, document.body]) if (element) sizes.observe(element);
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    measure();
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [step, card]);
  return spotlight;
}

/** Counts the steps that can be shown: those with an element on the page. */
function Progress({ tour, name }: { tour: TourName; name: StepName }) {
  const { t } = usePhrases();
  const names = tours[tour].filter((one) => one === name || findTarget(one) !== null);
  if (hasNoTarget(name) || names.length === 1) return null;
  return (
    <span className="place">
      <span className="dots" aria-hidden="true">
        {names.map((one) => (
          <i key={one} className={one === name ? 'on' : ''} />
        ))}
      </span>
      <span className="text-13 text-ink-3 tabular-nums">
        {t('tutorial.place', { step: names.findIndex((one) => one === name) + 1, steps: names.length })}
      </span>
    </span>
  );
}

type Onward = 'tutorial.gotIt' | 'tutorial.finish' | 'tutorial.start' | 'tutorial.next';

function onwardWord(tour: TourName, step: number, isLast: boolean): Onward {
  if (tours[tour].length === 1) return 'tutorial.gotIt';
  if (isLast) return 'tutorial.finish';
  return tour === 'main' && step === 0 ? 'tutorial.start' : 'tutorial.next';
}
