import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { usePhrases } from '../language/use-phrases.ts';
import { nextStep } from './next-step.ts';
import { useSession } from './use-session.ts';

/** On pages for visitors: whoever is signed in, now or already, goes on. */
export function useStepOnward(wanted: string | null): void {
  const session = useSession();
  const { lang } = usePhrases();
  const navigate = useNavigate();
  const next = session.kind === 'in' ? nextStep(session.user, lang, wanted) : null;
  useEffect(() => {
    if (next) void navigate(next, { replace: true });
  }, [next, navigate]);
}
