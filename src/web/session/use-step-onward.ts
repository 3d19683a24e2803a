import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Language } from '#domain/language.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { readStored } from '../storage/stored.ts';
import { languageOnward, nextStep } from './next-step.ts';
import { type Session, useSession } from './session-store.ts';

/** On pages for visitors: redirects a user who is or becomes signed in to the next step. */
export function useStepOnward(wanted: string | null): void {
  const session = useSession();
  const { lang } = usePhrases();
  const navigate = useNavigate();
  const next = stepAfter(session, lang, wanted);
  useEffect(() => {
    if (next) void navigate(next, { replace: true });
  }, [next, navigate]);
}

function stepAfter(session: Session, lang: Language, wanted: string | null): string | null {
  if (session.kind === 'waiting') return paths.secondFactor(lang, wanted ?? undefined);
  if (session.kind !== 'in') return null;
  const { user } = session;
  return nextStep(user, languageOnward(user, lang, readStored('language-given')), wanted);
}
