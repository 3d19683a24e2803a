import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { readStored, writeStored } from '../storage/stored.ts';
import { tutorialView, onTutorialView } from './tutorial-view.ts';
import { onTutorialRestart } from './restart-tutorial.ts';
import { findTarget } from './target.ts';
import { createTutorial, type Tutorial, type Timers } from './tutorial.ts';
import { TutorialCard } from './tutorial-card.tsx';
import { createTutorialMemory } from './tutorial-memory.ts';

/** The tutorial of the signed-in user, on every page of the main layout. */
export function TutorialHost({ user }: { user: User }) {
  const tutorial = useTutorial();
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
    tutorial.learn({ isSignedIn: true, hasReferralId: referralId !== null, isOnSignalPage, view });
  }, [tutorial, referralId, isOnSignalPage, view]);
  useEffect(() => onTutorialRestart(() => tutorial.send({ kind: 'reset' })), [tutorial]);

  const state = useSyncExternalStore(tutorial.onState, tutorial.state, tutorial.state);
  if (state.kind !== 'showing' && state.kind !== 'leaving') return null;
  return <TutorialCard state={state} send={tutorial.send} />;
}

function useTutorial(): Tutorial {
  const { lang } = usePhrases();
  const navigate = useNavigate();
  const [tutorial] = useState(() =>
    createTutorial({
      timers,
      memory: createTutorialMemory(),
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
