import { Suspense } from 'react';
import { useSession } from '../session/use-session.ts';
import { lazyExtra } from '../ui/lazy-extra.ts';

/** Visitors see no tutorial and do not load it; a tutorial that does not load is none. */
const TutorialHost = lazyExtra(() => import('./tutorial-host.tsx').then((module) => module.TutorialHost));

export function TutorialGate() {
  const session = useSession();
  if (session.kind !== 'in') return null;
  return (
    <Suspense fallback={null}>
      <TutorialHost user={session.user} />
    </Suspense>
  );
}
