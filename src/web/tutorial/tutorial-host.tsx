import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';

import { type TourName, tourNames } from '#domain/accounts/user.ts';
import { call } from '../api/request.ts';
import { useStore } from '../create-store.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { findMinBalance, workingStatsQuery } from '../session/working-stats.ts';
import { readStored, writeStored } from '../storage/stored.ts';
import { onTutorialRestart } from './restart-button.tsx';
import { findTarget, TutorialCard } from './tutorial-card.tsx';
import { emptyMemory, type Memory } from './tutorial-machine.ts';
import { tutorialView } from './tutorial-view.ts';
import { createTutorial, type Tutorial } from './tutorial.ts';

/** The tutorial of the signed-in user, on every page of the main layout. */
export default function TutorialHost({ user }: { user: User }) {
  const { memory, isLoaded } = useMemory(user.id);
  const tutorial = useTutorial(memory);
  const { lang } = usePhrases();
  const isOnSignalPage = useLocation().pathname.replace(/\/$/, '') === paths.signal(lang);
  const view = useStore(tutorialView);
  const { balance, balanceCheckedAt, referralId } = user;

  useEffect(() => {
    writeStored('traderBalance', balance);
    writeStored('balanceCheckDate', balanceCheckedAt);
    tutorial.rereadBalance();
  }, [tutorial, balance, balanceCheckedAt]);
  useEffect(() => {
    tutorial.learn({ isSignedIn: isLoaded, hasReferralId: referralId !== null, isOnSignalPage, view });
  }, [tutorial, isLoaded, referralId, isOnSignalPage, view]);
  // A restart waits for the tours closed in the account, which would undo it.
  useEffect(() => {
    if (!isLoaded) return undefined;
    return onTutorialRestart(() => tutorial.send({ kind: 'reset' }));
  }, [tutorial, isLoaded]);

  const state = useSyncExternalStore(tutorial.onState, tutorial.state, tutorial.state);
  if (state.kind !== 'showing' && state.kind !== 'leaving') return null;
  return <TutorialCard state={state} send={tutorial.send} />;
}

/** The user whose closed tours were loaded in this visit. */
let loadedFor: string | null = null;

interface TutorialMemory {
  read(): Memory;
  save(changes: Partial<Memory>): void;
  /** Adds tours closed in the account, and saves there those closed only in this browser. */
  merge(closed: readonly TourName[]): void;
}

/** No tour starts before the closed tours are loaded, or their request has failed. */
function useMemory(userId: string): { readonly memory: TutorialMemory; readonly isLoaded: boolean } {
  const [memory] = useState(() =>
    // A failed save is repeated in the next visit.
    createTutorialMemory((closed) => void saveClosedTours(closed).catch(() => undefined)),
  );
  const [isLoaded, setIsLoaded] = useState(loadedFor === userId);
  useEffect(() => {
    if (loadedFor === userId) return;
    void getClosedTours()
      .then(memory.merge, () => undefined)
      .then(() => {
        loadedFor = userId;
        setIsLoaded(true);
      });
  }, [memory, userId]);
  return { memory, isLoaded };
}

const closedFlags = {
  main: 'isCompleted',
  manual: 'isManualClosed',
  explain: 'isExplainClosed',
} as const satisfies Record<TourName, keyof Memory>;

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

/** Keys of the local storage. */
const flags = {
  isCompleted: 'tutorial-completed',
  isSkipped: 'tutorial-skipped',
  isManualClosed: 'tutorial-manual-ai-step-closed',
  isExplainClosed: 'tutorial-explain-signal-step-closed',
} as const;

const flagNames = ['isCompleted', 'isSkipped', 'isManualClosed', 'isExplainClosed'] as const;

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

function useTutorial(memory: TutorialMemory): Tutorial {
  const { lang } = usePhrases();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [tutorial] = useState(() =>
    createTutorial({
      memory,
      readBalance: () => readStored('traderBalance'),
      readMinBalance: () => findMinBalance(queries.getQueryData(workingStatsQuery.queryKey)),
      isFound: (step) => findTarget(step) !== null,
    }),
  );
  useEffect(() => tutorial.run(), [tutorial]);
  useEffect(() => tutorial.onDeparture(() => void navigate(paths.signal(lang))), [tutorial, navigate, lang]);
  useEffect(() => {
    const reread = ({ key }: StorageEvent): void => {
      if (key === null || key === 'traderBalance') tutorial.rereadBalance();
    };
    addEventListener('storage', reread);
    return () => removeEventListener('storage', reread);
  }, [tutorial]);
  return tutorial;
}

const getClosedTours = async (): Promise<TourName[]> => (await call('GET /api/user/tours')).closed;

const saveClosedTours = async (closed: TourName[]): Promise<void> => {
  await call('PUT /api/user/tours', { body: { closed } });
};
