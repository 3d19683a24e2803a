import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { TourName } from '#domain/accounts/user.ts';
import { Button } from '#web/ui/button.tsx';
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
  const isLast = step === tours[tour].length - 1;
  const goOn = (): void => send(isLast ? { kind: 'end', how: 'finished' } : { kind: 'next' });
  return (
    <Spotlight
      step={name}
      look={tour === 'explain' ? 'clear' : 'dimmed'}
      title={t(`instruction.tutorial.steps.${name}.title`)}
      text={t(`instruction.tutorial.steps.${name}.text`)}
      closeLabel={t(tour === 'main' ? 'instruction.tutorial.close' : 'common.close')}
      onClose={() => send({ kind: 'end', how: 'closed' })}
    >
      <div className="mt-1.5 flex flex-wrap items-center justify-end gap-2">
        <Progress tour={tour} name={name} />
        {step > firstStepOnSignalPage(tour) && (
          <Button look="g sm" onClick={() => send({ kind: 'back' })} text={t('instruction.tutorial.back')} />
        )}
        <Button look="p sm" isBusy={kind === 'leaving'} onClick={goOn} text={t(onwardWord(tour, step, isLast))} />
      </div>
      {!isLast && (
        <button
          type="button"
          className="cursor-pointer justify-self-start border-0 bg-transparent px-0 py-1 text-[.8125rem] text-ink-3 underline decoration-(--line-3) underline-offset-4 hover:text-ink-1"
          onClick={() => send({ kind: 'end', how: 'skipped' })}
        >
          {t(tour === 'main' ? 'instruction.tutorial.skip' : 'instruction.tutorial.skipExplanation')}
        </button>
      )}
    </Spotlight>
  );
}

interface SpotlightProps {
  readonly step: StepName;
  /** Clear: nothing is dimmed. */
  readonly look: 'dimmed' | 'clear';
  readonly title: string;
  readonly text: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A running signal stays readable. */
const litBox = {
  dimmed: 'shadow-[0_0_0_9999px_var(--scrim),0_0_0_2px_var(--t1),0_0_0_7px_var(--act-soft)]',
  clear: 'shadow-[0_0_0_2px_var(--t1),0_0_0_7px_var(--act-soft)]',
} as const;

/**
 * Lights one part of the page, with a card beside it. Uses the browser's modal dialog: the
 * focus stays in the card, Esc closes it, and the focus returns to its previous element.
 */
function Spotlight({ step, look, title, text, closeLabel, onClose, children }: SpotlightProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const id = useId();
  // Together with the text: a later effect would take the focus from a button that was reached since.
  useLayoutEffect(() => {
    const element = dialog.current;
    const top = scrollY;
    element?.showModal();
    return () => {
      element?.close();
      // Scrolls back to where the reader was before the tour.
      scrollTo({ top, behavior: 'instant' });
    };
  }, []);
  const { highlight, position } = useSpotlight(step, card);
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  return (
    <dialog
      ref={dialog}
      className="ovl fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden border-0 bg-transparent p-0 text-inherit backdrop:bg-transparent"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div
        className={`pointer-events-none fixed rounded-[20px] phone:rounded-[16px] ${highlight ? litBox[look] : 'top-1/2 left-1/2 shadow-[0_0_0_9999px_var(--scrim)]'}`}
        style={highlight ?? undefined}
        data-tutorial="spotlight"
      />
      <div
        className="fixed grid max-h-[calc(100dvh-32px)] w-[min(360px,100vw-32px)] gap-2.5 overflow-y-auto rounded-lg border border-(--line-2) bg-s2 p-5 shadow-[var(--e3)]"
        ref={card}
        style={position}
        data-tutorial="card"
      >
        <h2
          id={`${id}title`}
          ref={heading}
          className="pr-10 text-[1.125rem] focus-visible:outline-none"
          tabIndex={-1}
          aria-describedby={`${id}text`}
        >
          {title}
        </h2>
        <button type="button" className="ibtn bare absolute top-2 right-2" aria-label={closeLabel} onClick={onClose}>
          <X className="ic" />
        </button>
        <p id={`${id}text`} className="text-[15px]/[1.5]">
          {text}
        </p>
        {children}
      </div>
    </dialog>
  );
}

interface Spotlight {
  /** Null: nothing is lit. */
  readonly highlight: Box | null;
  readonly position: { readonly left: number; readonly top: number };
}

/** Positions of the spotlight and the card, updated when the page scrolls, resizes or rotates. */
function useSpotlight(step: StepName, card: RefObject<HTMLElement | null>): Spotlight {
  const [spotlight, setSpotlight] = useState<Spotlight>({ highlight: null, position: { left: 0, top: 0 } });
  useLayoutEffect(() => {
    const target = hasNoTarget(step) ? null : findTarget(step);
    if (target && card.current) scrollIntoView(target, getSize(card.current));
    const measure = (): void => {
      if (!card.current) return;
      const highlight = target?.isConnected ? highlightBox(target) : null;
      setSpotlight({ highlight, position: placeCard(highlight, getSize(card.current), findUncovered()) });
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

function Progress({ tour, name }: { tour: TourName; name: StepName }) {
  const { t } = usePhrases();
  const names: readonly StepName[] = tours[tour];
  if (names.length === 1) return null;
  return (
    <span className="mr-auto flex items-center gap-3">
      <span className="flex gap-1.5" aria-hidden="true">
        {names.map((one) => (
          <i key={one} className={`h-[7px] rounded-[4px] ${one === name ? 'w-5 bg-ink-1' : 'w-[7px] bg-(--line-3)'}`} />
        ))}
      </span>
      <span className="text-13 text-ink-3 tabular-nums">
        {t('instruction.tutorial.progress', { step: names.findIndex((one) => one === name) + 1, steps: names.length })}
      </span>
    </span>
  );
}

type Onward =
  | 'instruction.tutorial.gotIt'
  | 'instruction.tutorial.finish'
  | 'instruction.tutorial.start'
  | 'instruction.tutorial.next';

function onwardWord(tour: TourName, step: number, isLast: boolean): Onward {
  if (tours[tour].length === 1) return 'instruction.tutorial.gotIt';
  if (isLast) return 'instruction.tutorial.finish';
  return tour === 'main' && step === 0 ? 'instruction.tutorial.start' : 'instruction.tutorial.next';
}

/** Some targets exist twice, for wide and narrow windows: finds the one that is rendered. */
export const findTarget = (step: StepName): Element | null =>
  [...document.querySelectorAll(`[data-tour="${step}"]`)].find(isDrawn) ?? null;

const isDrawn = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
};

/** Areas that no card covers while a signal runs: the price, the chart and the time left. */
const findUncovered = (): readonly Box[] =>
  [...document.querySelectorAll('[data-uncovered]')].filter(isDrawn).map((element) => element.getBoundingClientRect());

/** To where the target is visible and the card fits beside it. */
function scrollIntoView(target: Element, card: Size): void {
  const box = target.getBoundingClientRect();
  const highlight = highlightBox(target);
  const uncovered = findUncovered();
  const header = document.querySelector('.hd')?.getBoundingClientRect().height ?? 0;
  const free = { from: header + gap, to: innerHeight - gap };
  const beside = [box, ...uncovered].flatMap(({ top, height }) => [
    top - free.from,
    top - free.from - card.height - gap,
    top + height - free.to,
    top + height - free.to + card.height + gap,
  ]);
  const [min, max] = [-scrollY, document.documentElement.scrollHeight - innerHeight - scrollY];
  const distances = [scrollToSee(box, free), ...beside].map((one) => Math.min(Math.max(one, min), max));
  const isSeen = (distance: number): boolean => {
    const top = box.top - distance;
    return top >= free.from - 1 && (top + box.height <= free.to + 1 || box.height > free.to - free.from);
  };
  const hasPlace = (distance: number): boolean => {
    const [shown, ...clear] = [highlight, ...uncovered].map((one) => ({ ...toBox(one), top: one.top - distance }));
    return shown !== undefined && findPlace(shown, card, clear) !== undefined;
  };
  const distance =
    distances.find((one) => isSeen(one) && hasPlace(one)) ?? distances.find(hasPlace) ?? distances[0] ?? 0;
  if (distance !== 0) scrollBy({ top: distance, behavior: 'instant' });
}

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
function placeCard(highlight: Box | null, card: Size, uncovered: readonly Box[]): Spot {
  if (!highlight) return inside({ left: (innerWidth - card.width) / 2, top: (innerHeight - card.height) / 2 }, card);
  return findPlace(highlight, card, uncovered) ?? inside({ left: highlight.left, top: innerHeight }, card);
}

/** Beside the lit box or, over neither, beside what must stay uncovered; undefined: no room anywhere. */
function findPlace(highlight: Box, card: Size, uncovered: readonly Box[]): Spot | undefined {
  const boxes = [highlight, ...uncovered];
  const isFree = (spot: Spot): boolean =>
    fits(spot, card) && !boxes.some((box) => areOverlapping({ ...spot, ...card }, box));
  return boxes.flatMap((box) => placesBeside(box, card)).find(isFree);
}

function placesBeside({ left, top, width, height }: Box, card: Size): readonly Spot[] {
  const along = inside({ left, top }, card);
  return [
    { left: left - gap - card.width, top: inside({ left, top: top + height / 2 - card.height / 2 }, card).top },
    { left: along.left, top: top + height + gap },
    { left: along.left, top: top - gap - card.height },
    { left: left + width + gap, top: inside({ left, top: top + height / 2 - card.height / 2 }, card).top },
  ];
}

const areOverlapping = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

const fits = ({ left, top }: Spot, card: Size): boolean =>
  left >= margin &&
  top >= margin &&
  left + card.width <= innerWidth - margin &&
  top + card.height <= innerHeight - margin;

const inside = ({ left, top }: Spot, card: Size): Spot => ({
  left: clamp(left, innerWidth - margin - card.width),
  top: clamp(top, innerHeight - margin - card.height),
});

const clamp = (value: number, max: number): number => Math.max(margin, Math.min(value, max));

/** How far the page has to scroll so that the box is between the sticky elements at the top and bottom. */
function scrollToSee({ top, height }: Box, { from, to }: { readonly from: number; readonly to: number }): number {
  if (top >= from && top + height <= to) return 0;
  return height > to - from ? top - from : top + height / 2 - (from + to) / 2;
}

const getSize = ({ offsetWidth: width, offsetHeight: height }: HTMLElement): Size => ({ width, height });

const toBox = ({ left, top, width, height }: Box): Box => ({ left, top, width, height });
