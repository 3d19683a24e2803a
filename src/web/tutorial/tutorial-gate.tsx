import { lazy, Suspense } from 'react';
import { useSession } from '../session/use-session.ts';

/** Visitors see no tutorial and do not load it; a tutorial that does not load is none. */
const TutorialHost = lazy(() =>
  import('./tutorial-host.tsx').then(
    ({ TutorialHost: Host }) => ({ default: Host }),
    () => ({ default: () => null }),
  ),
);

export function TutorialGate() {
  const session = useSession();
  if (session.kind !== 'in') return null;
  return (
    <Suspense fallback={null}>
      <TutorialHost user={session.user} />
    </Suspense>
  );
}
