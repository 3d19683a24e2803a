import { createListeners } from '../create-store.ts';
import {
  type Facts,
  idle,
  type Memory,
  stepAt,
  type StepName,
  turn,
  type TutorialEvent,
  type TutorialState,
} from './tutorial-machine.ts';

interface TutorialPage {
  readonly memory: { read(): Memory; save(changes: Partial<Memory>): void };
  readonly readBalance: () => number | null;
  /** The balance that signals require, dollars; null: not known yet. */
  readonly readMinBalance: () => number | null;
  readonly isFound: (step: StepName) => boolean;
}

export interface Tutorial {
  /** Updates what the pages know. */
  learn(facts: Partial<Omit<Facts, 'isBalanceValid'>>): void;
  rereadBalance(): void;
  send(event: Extract<TutorialEvent, { kind: 'next' | 'back' | 'end' | 'reset' }>): void;
  state(): TutorialState;
  onState(listener: () => void): () => void;
  /** A page that can open the signal page registers here; called when the intro leads there. */
  onDeparture(openSignalPage: () => void): () => void;
  /** Polls the balance until the returned function is called. */
  run(): () => void;
}

const pollMs = 200;
const toSignalPageMs = 800;
const restartMs = 150;
const balancePollMs = 300;

const nobody: Facts = {
  isSignedIn: false,
  hasReferralId: false,
  isBalanceValid: false,
  isOnSignalPage: false,
  view: null,
};

/** Connects the state machine to the clock, its storage and the page. */
export function createTutorial({ memory, readBalance, readMinBalance, isFound }: TutorialPage): Tutorial {
  let state: TutorialState = idle;
  let facts = nobody;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let depart = (): void => undefined;
  const { subscribe, notify } = createListeners();

  const send = (event: TutorialEvent): void => {
    const before = state;
    const { state: after, save, opensSignalPage } = turn(state, event, facts, memory.read());
    if (save) memory.save(save);
    if (opensSignalPage) depart();
    if (after === before) return;
    state = after;
    clearTimeout(timer);
    arrange(after);
    notify();
    // A tour was completed, so another may be due.
    if (after.kind === 'idle' && save) send({ kind: 'learned' });
  };

  /** Schedules what a state waits for. The first look-up runs at once. */
  const arrange = (now: TutorialState): void => {
    const wait = (milliseconds: number, run: () => void): void => {
      timer = setTimeout(run, milliseconds);
    };
    if (now.kind === 'leaving') wait(toSignalPageMs, () => send({ kind: 'waited' }));
    if (now.kind === 'resetting') wait(restartMs, () => send({ kind: 'waited' }));
    if (now.kind === 'looking' && now.tries === 0) search(now.tour, now.step);
    else if (now.kind === 'looking') wait(pollMs, () => search(now.tour, now.step));
  };

  const search = (...position: Parameters<typeof stepAt>): void => {
    const step = stepAt(...position);
    send({ kind: 'looked', isFound: step !== undefined && isFound(step) });
  };

  const learn = (news: Partial<Facts>): void => {
    facts = { ...facts, ...news };
    send({ kind: 'learned' });
  };

  const rereadBalance = (): void => {
    const isBalanceValid = (readBalance() ?? 0) >= (readMinBalance() ?? Number.POSITIVE_INFINITY);
    if (isBalanceValid !== facts.isBalanceValid) learn({ isBalanceValid });
  };

  return {
    learn,
    rereadBalance,
    send,
    state: () => state,
    onState: subscribe,
    onDeparture: (openSignalPage) => {
      depart = openSignalPage;
      return () => {
        depart = () => undefined;
      };
    },
    run: () => {
      rereadBalance();
      const polling = setInterval(rereadBalance, balancePollMs);
      return () => {
        clearInterval(polling);
        clearTimeout(timer);
      };
    },
  };
}
