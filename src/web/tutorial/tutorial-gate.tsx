import { lazy } from 'react';
import { useSession } from '../session/session-store.ts';
import { Optional } from '../ui/optional.tsx';

/** Visitors see no tutorial and do not load it; a load error hides the tutorial. */
const TutorialHost = lazy(() => import('./tutorial-host.tsx').then((module) => ({ default: module.TutorialHost })));

export function TutorialGate() {
  const session = useSession();
  if (session.kind !== 'in') return null;
  return (
    <Optional>
      <TutorialHost key={session.user.id} user={session.user} />
    </Optional>
  );
}
