import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { getClosedTours, saveClosedTours } from '../api/calls/account-calls.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { readStored, writeStored } from '../storage/stored.ts';
import { tutorialView, onTutorialView } from './tutorial-view.ts';
import { onTutorialRestart } from './restart-tutorial.ts';
import { findTarget } from './target.ts';
import { createTutorial, type Tutorial, type Timers } from './tutorial.ts';
import { TutorialCard } from './tutorial-card.tsx';
import { createTutorialMemory, type TutorialMemory } from './tutorial-memory.ts';

/** The tutorial of the signed-in user, on every page of the main layout. */
export function TutorialHost({ user }: { user: User }) {
  const { memory, isLoaded } = useMemory(user.id);
  const tutorial = useTutorial(memory);
  const { lang } = usePhrases();
  const isOnSignalPage = useLocation().pathname.replace(/\/$/, '') === paths.signal(lang);
  const view = useSyncExternalStore(onTutorialView, tutorialView, () => null);
  const { balance, balanceCheckedAt, referralId } = user;

  useEffect(() => {
    writeStored('traderBalance', balance);
    writeStored('balanceCheckDate', balanceCheckedAt);
    tutorial.rereadBalance();
  }, [tutorial, balance, balanceCheckedAt]);
  useEffect(() => {
    tutorial.learn({ isSignedIn: isLoaded, hasReferralId: referralId !== null, isOnSignalPage, view });
  }, [tutorial, isLoaded, referralId, isOnSignalPage, view]);
  // A restart that is pressed earlier waits: what the account says would undo it.
  useEffect(() => {
    if (!isLoaded) return undefined;
    return onTutorialRestart(() => tutorial.send({ kind: 'reset' }));
  }, [tutorial, isLoaded]);

  const state = useSyncExternalStore(tutorial.onState, tutorial.state, tutorial.state);
  if (state.kind !== 'showing' && state.kind !== 'leaving') return null;
  return <TutorialCard state={state} send={tutorial.send} />;
}

/** The user whose closed tours this visit has asked for; from then on the memory has them. */
let loadedFor: string | null = null;

/** No tour begins before the account has said which are closed, or cannot say it. */
function useMemory(userId: string): { readonly memory: TutorialMemory; readonly isLoaded: boolean } {
  const [memory] = useState(() =>
    // What is not saved in the account is in this browser, and sent with the next visit.
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

function useTutorial(memory: TutorialMemory): Tutorial {
  const { lang } = usePhrases();
  const navigate = useNavigate();
  const [tutorial] = useState(() =>
    createTutorial({
      timers,
      memory,
      readBalance: () => readStored('traderBalance'),
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

const timers: Timers = {
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  every: (milliseconds, run) => {
    const timer = setInterval(run, milliseconds);
    return () => clearInterval(timer);
  },
};
