import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import type { Language } from '#domain/language.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { readStored } from '../storage/stored.ts';
import { languageOnward, nextStep } from './next-step.ts';
import { useSession } from './use-session.ts';

/** On pages for visitors: redirects a user who is or becomes signed in to the next step. */
export function useStepOnward(wanted: string | null): void {
  const session = useSession();
  const { lang } = usePhrases();
  const navigate = useNavigate();
  const next = session.kind === 'in' ? stepOf(session.user, lang, wanted) : null;
  useEffect(() => {
    if (next) void navigate(next, { replace: true });
  }, [next, navigate]);
}

const stepOf = (user: User, lang: Language, wanted: string | null): string =>
  nextStep(user, languageOnward(user, lang, readStored('language-given')), wanted);
