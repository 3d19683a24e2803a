import type { TourName } from '#domain/accounts/user.ts';

/** Facts of the pages about the user and the current view. */
export interface Facts {
  readonly isSignedIn: boolean;
  readonly hasReferralId: boolean;
  readonly isBalanceValid: boolean;
  readonly isOnSignalPage: boolean;
  /** The view of the signal page; null: one without a tour. */
  readonly view: 'choosing' | 'choosing-manual' | 'running' | null;
}

/** Progress stored in the browser and the account between visits. */
export interface Memory {
  readonly isCompleted: boolean;
  readonly isSkipped: boolean;
  readonly currentStep: number | null;
  readonly isManualClosed: boolean;
  readonly isExplainClosed: boolean;
}

export const emptyMemory: Memory = {
  isCompleted: false,
  isSkipped: false,
  currentStep: null,
  isManualClosed: false,
  isExplainClosed: false,
};

interface Position {
  readonly tour: TourName;
  readonly step: number;
  /** Whether any element of the tour was found. */
  readonly hasShownTarget: boolean;
}

export type TutorialState =
  /** `putOff`: none of its elements was found, so it waits for another occasion. */
  | { readonly kind: 'idle'; readonly putOff: TourName | null }
  | (Position & { readonly kind: 'looking'; readonly tries: number; readonly heading: 1 | -1 })
  | (Position & { readonly kind: 'showing' })
  /** Navigating from the intro to the signal page. */
  | (Position & { readonly kind: 'leaving' })
  | { readonly kind: 'resetting' };

export type TutorialEvent =
  | { readonly kind: 'learned' }
  | { readonly kind: 'looked'; readonly isFound: boolean }
  | { readonly kind: 'next' }
  | { readonly kind: 'back' }
  | { readonly kind: 'end'; readonly how: 'finished' | 'skipped' | 'closed' }
  | { readonly kind: 'reset' }
  /** The wait time of a state has passed. */
  | { readonly kind: 'waited' };

/** A new state, with the changes to save and the effects to run. */
interface Turn {
  readonly state: TutorialState;
  readonly save?: Partial<Memory>;
  readonly opensSignalPage?: true;
}

export const idle: TutorialState = { kind: 'idle', putOff: null };
const triesForTarget = 10;

/** The tour that is due now. */
function wantedTour(facts: Facts, memory: Memory): TourName | null {
  if (!facts.isSignedIn) return null;
  if (facts.view === 'running') return memory.isExplainClosed ? null : 'explain';
  if (wantsMain(facts, memory)) return 'main';
  return facts.view === 'choosing-manual' && !memory.isManualClosed ? 'manual' : null;
}

/** The intro is shown off the signal page only, the later steps on it only, while the user chooses. */
function wantsMain({ hasReferralId, isBalanceValid, isOnSignalPage, view }: Facts, memory: Memory): boolean {
  if (memory.isCompleted || !hasReferralId || !isBalanceValid) return false;
  return isOnSignalPage ? view !== null : (memory.currentStep ?? 0) === 0;
}

export function turn(state: TutorialState, event: TutorialEvent, facts: Facts, memory: Memory): Turn {
  if (event.kind === 'reset') return { state: { kind: 'resetting' }, save: emptyMemory };
  if (state.kind === 'resetting') return event.kind === 'waited' ? reconcile(idle, facts, memory) : { state };
  if (event.kind === 'learned') return reconcile(state, facts, memory);
  if (state.kind === 'idle') return { state };
  if (event.kind === 'end') return end(state.tour, event.how);
  if (state.kind === 'leaving') return event.kind === 'waited' ? { state: idle, opensSignalPage: true } : { state };
  if (state.kind === 'looking') return event.kind === 'looked' ? afterSearch(state, event.isFound) : { state };
  if (event.kind === 'next') return next(state, facts);
  if (event.kind === 'back' && state.step > firstStepOnSignalPage(state.tour))
    return enter({ ...state, step: state.step - 1 }, -1);
  return { state };
}

/** Starts, continues or closes a tour to match the facts. */
function reconcile(state: TutorialState, facts: Facts, memory: Memory): Turn {
  const wanted = wantedTour(facts, memory);
  if (state.kind === 'idle') {
    if (wanted === null) return { state: idle };
    return wanted === state.putOff ? { state } : begin(wanted, facts, memory);
  }
  if (state.kind === 'leaving' || state.kind === 'resetting') return { state };
  // The signal has ended: its result is not covered, and what it was is not explained again.
  if (state.tour === 'explain' && wanted !== 'explain' && facts.isOnSignalPage) return end('explain', 'closed');
  if (wanted === null) return { state: idle };
  return wanted === state.tour && !isIntroMisplaced(state, facts) ? { state } : begin(wanted, facts, memory);
}

/** The signal page was opened by another way than the intro's button. */
const isIntroMisplaced = ({ tour, step }: Position, { isOnSignalPage }: Facts): boolean =>
  isOnSignalPage && step < firstStepOnSignalPage(tour);

function begin(tour: TourName, { isOnSignalPage }: Facts, { currentStep }: Memory): Turn {
  const saved = tour === 'main' ? (currentStep ?? 0) : 0;
  const step = isOnSignalPage ? Math.max(saved, firstStepOnSignalPage(tour)) : saved;
  return enter({ tour, step, hasShownTarget: false }, 1);
}

function enter({ tour, step, hasShownTarget }: Position, heading: 1 | -1): Turn {
  const position = { tour, step, hasShownTarget };
  if (hasNoTarget(stepAt(tour, step))) return { state: { kind: 'showing', ...position }, ...saveStep(position) };
  return { state: { kind: 'looking', ...position, tries: 0, heading } };
}

const saveStep = ({ tour, step }: Position): { save?: Partial<Memory> } =>
  tour === 'main' ? { save: { currentStep: step } } : {};

type Looking = Extract<TutorialState, { kind: 'looking' }>;

function afterSearch(state: Looking, isFound: boolean): Turn {
  const { tour, step, tries, heading } = state;
  if (isFound) return { state: { kind: 'showing', tour, step, hasShownTarget: true }, ...saveStep(state) };
  if (tries < triesForTarget) return { state: { ...state, tries: tries + 1 } };
  if (heading === -1 && step > firstStepOnSignalPage(tour)) return enter({ ...state, step: step - 1 }, -1);
  return beyond(state);
}

/** After the last step a tour is completed, or put off if no target was found. */
function beyond(position: Position): Turn {
  const step = position.step + 1;
  if (step < tours[position.tour].length) return enter({ ...position, step }, 1);
  if (position.hasShownTarget) return end(position.tour, 'finished');
  return { state: { kind: 'idle', putOff: position.tour } };
}

type Showing = Extract<TutorialState, { kind: 'showing' }>;

function next(state: Showing, facts: Facts): Turn {
  if (state.tour !== 'main' || facts.isOnSignalPage) return beyond(state);
  return { state: { ...state, kind: 'leaving' }, save: { currentStep: state.step + 1 } };
}

function end(tour: TourName, how: 'finished' | 'skipped' | 'closed'): Turn {
  if (tour === 'manual') return { state: idle, save: { isManualClosed: true } };
  if (tour === 'explain') return { state: idle, save: { isExplainClosed: true } };
  const skipped = how === 'skipped' ? { isSkipped: true } : {};
  return { state: idle, save: { isCompleted: true, currentStep: null, ...skipped } };
}

/** The tours and their steps. A step points at the element with its name as `data-tour`. */
export const tours = {
  main: ['intro', 'models', 'duration', 'info', 'get'],
  manual: ['pair'],
  explain: ['price', 'forecast', 'analytics', 'countdown', 'buttons'],
} as const satisfies Record<TourName, readonly string[]>;

export type StepName = (typeof tours)[TourName][number];

/** The intro is shown before the signal page. */
export const firstStepOnSignalPage = (tour: TourName): number => (tour === 'main' ? 1 : 0);

/** Centred, without a target. */
export const hasNoTarget = (step: StepName | undefined): boolean => step === 'intro';

export const stepAt = (tour: TourName, step: number): StepName | undefined => tours[tour][step];
