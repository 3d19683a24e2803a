import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { useHere } from '../routing/use-here.ts';
import { carry } from './carried.ts';
import { useSession } from './use-session.ts';

/** The user of a page that is theirs alone; null while nobody knows yet, and visitors are sent to sign in and come back, who has left goes home, and whoever deleted the account reads that it is done. */
export function useSignedIn(): User | null {
  const session = useSession();
  const { lang } = usePhrases();
  const here = useHere();
  const navigate = useNavigate();
  useEffect(() => {
    if (session.kind !== 'out') return;
    if (session.hasLeft === 'deleted')
      void navigate(paths.login(lang), { replace: true, ...carry({ notice: 'accountDeleted' }) });
    else void navigate(session.hasLeft ? paths.home(lang) : paths.login(lang, here), { replace: true });
  }, [session, navigate, lang, here]);
  return session.kind === 'in' ? session.user : null;
}
