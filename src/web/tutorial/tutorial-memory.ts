import { type TourName, tourNames } from '#domain/accounts/user.ts';
import { readStored, writeStored } from '../storage/stored.ts';
import { emptyMemory, type Memory } from './tutorial-machine.ts';

/** The specification's keys, and one for the tour that it has as a step. */
const flags = {
  isCompleted: 'tutorial-completed',
  isSkipped: 'tutorial-skipped',
  isManualClosed: 'tutorial-manual-ai-step-closed',
  isExplainClosed: 'tutorial-explain-signal-step-closed',
  isInfoClosed: 'tutorial-info-step-closed',
} as const;

const flagNames = ['isCompleted', 'isSkipped', 'isManualClosed', 'isExplainClosed', 'isInfoClosed'] as const;

const closedFlags = {
  main: 'isCompleted',
  manual: 'isManualClosed',
  explain: 'isExplainClosed',
  info: 'isInfoClosed',
} as const satisfies Record<TourName, keyof Memory>;

export interface TutorialMemory {
  read(): Memory;
  save(changes: Partial<Memory>): void;
  /** Adds what the account remembers; the account learns what only this browser knows. */
  merge(closed: readonly TourName[]): void;
}

/**
 * In the browser, and of tours that are closed in the account, too (`saveClosed`). If the storage
 * rejects a value, it is at least cached for this visit.
 */
export function createTutorialMemory(saveClosed: (closed: TourName[]) => void): TutorialMemory {
  let unsaved: Partial<Memory> = {};
  const read = (): Memory => ({ ...readStoredMemory(), ...unsaved });
  const listClosed = (): TourName[] => tourNames.filter((tour) => read()[closedFlags[tour]]);
  const write = (changes: Partial<Memory>): void => {
    writeSaved(changes);
    const saved = readStoredMemory();
    unsaved = Object.fromEntries(
      Object.entries({ ...unsaved, ...changes }).filter(([name, value]) => Reflect.get(saved, name) !== value),
    );
  };
  return {
    read,
    save: (changes) => {
      const before = listClosed().join();
      write(changes);
      if (listClosed().join() !== before) saveClosed(listClosed());
    },
    merge: (closed) => {
      write(Object.fromEntries(closed.map((tour) => [closedFlags[tour], true])));
      if (listClosed().length > closed.length) saveClosed(listClosed());
    },
  };
}

const readStoredMemory = (): Memory => ({
  ...emptyMemory,
  ...Object.fromEntries(flagNames.map((name) => [name, readStored(flags[name]) !== null])),
  currentStep: readStored('tutorial-current-step'),
});

function writeSaved(changes: Partial<Memory>): void {
  for (const name of flagNames) {
    const is = changes[name];
    if (is !== undefined) writeStored(flags[name], is ? 'true' : null);
  }
  if (changes.currentStep !== undefined) writeStored('tutorial-current-step', getStep(changes.currentStep));
}

const steps = [0, 1, 2, 3, 4] as const;

const getStep = (step: number | null): (typeof steps)[number] | null => steps.find((known) => known === step) ?? null;
