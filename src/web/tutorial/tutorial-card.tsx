import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { TourName } from '#domain/accounts/user.ts';
import { Button } from '#web/ui/button.tsx';
import type { PhraseKey } from '../language/phrase-key.ts';
import { usePhrases } from '../language/use-phrases.ts';
import {
  firstStepOnSignalPage,
  hasNoTarget,
  stepAt,
  type StepName,
  tours,
  type TutorialState,
} from './tutorial-machine.ts';
import type { Tutorial } from './tutorial.ts';

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
        place: placeCard(highlight, { width, height }, { width: innerWidth, height: innerHeight }),
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

/** Some targets exist twice, for wide and narrow windows: finds the one that is rendered. */
export const findTarget = (step: StepName): Element | null =>
  [...document.querySelectorAll(`[data-tour="${step}"]`)].find(isDrawn) ?? null;

const isDrawn = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
};

/** Sticky elements at the window's edges cover the page below them. */
function scrollIntoView(target: Element): void {
  if (isStuck(target)) return;
  const header = document.querySelector('.hd')?.getBoundingClientRect();
  const bar = document.querySelector('.mcta')?.getBoundingClientRect();
  const freeFrom = header && header.top <= 0 ? header.bottom : 0;
  const freeTo = bar && bar.height > 0 ? Math.min(innerHeight, bar.top) : innerHeight;
  const distance = scrollToSee(target.getBoundingClientRect(), freeFrom, freeTo);
  if (distance !== 0) scrollBy({ top: distance, behavior: 'instant' });
}

/** A sticky element is visible at every scroll position. */
const isStuck = (target: Element): boolean => target.closest('.mcta') !== null;

const padding = (): number => (innerWidth <= 720 ? 6 : 10);

/** The target with a small margin, clipped to the window. */
function highlightBox(target: Element): Box {
  const { left, top, right, bottom } = target.getBoundingClientRect();
  const room = padding();
  const from = { left: Math.max(2, left - room), top: Math.max(2, top - room) };
  const to = { right: Math.min(innerWidth - 2, right + room), bottom: Math.min(innerHeight - 2, bottom + room) };
  return { ...from, width: Math.max(0, to.right - from.left), height: Math.max(0, to.bottom - from.top) };
}

/** In pixels, relative to the window. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Spot {
  readonly left: number;
  readonly top: number;
}

const gap = 16;
/** Distance from the window's edge. */
const margin = 16;

/** Beside the lit box where there is room, never beyond the window; centred when nothing is lit. */
function placeCard(highlight: Box | null, card: Size, window: Size): Spot {
  if (!highlight)
    return inside({ left: (window.width - card.width) / 2, top: (window.height - card.height) / 2 }, card, window);
  const along = inside({ left: highlight.left, top: highlight.top }, card, window);
  const places: readonly Spot[] = [
    { left: highlight.left - gap - card.width, top: highlight.top + highlight.height / 2 - card.height / 2 },
    { left: along.left, top: highlight.top + highlight.height + gap },
    { left: along.left, top: highlight.top - gap - card.height },
    { left: highlight.left + highlight.width + gap, top: highlight.top + highlight.height / 2 - card.height / 2 },
  ];
  const free = places.find((place) => fits(place, card, window));
  return free ?? inside({ left: along.left, top: window.height }, card, window);
}

const fits = ({ left, top }: Spot, card: Size, window: Size): boolean =>
  left >= margin &&
  top >= margin &&
  left + card.width <= window.width - margin &&
  top + card.height <= window.height - margin;

const inside = ({ left, top }: Spot, card: Size, window: Size): Spot => ({
  left: clamp(left, window.width - margin - card.width),
  top: clamp(top, window.height - margin - card.height),
});

const clamp = (value: number, max: number): number => Math.max(margin, Math.min(value, max));

/**
 * How far the page has to scroll so that the box is between the sticky elements at the top and
 * bottom.
 */
function scrollToSee(box: Box, freeFrom: number, freeTo: number): number {
  const top = freeFrom + gap;
  const bottom = freeTo - gap;
  if (box.top >= top && box.top + box.height <= bottom) return 0;
  if (box.height > bottom - top) return box.top - top;
  return box.top + box.height / 2 - (top + bottom) / 2;
}
