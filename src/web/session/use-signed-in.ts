import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { useCurrentPath } from '../routing/use-current-path.ts';
import { carry } from './carried.ts';
import { useSession } from './use-session.ts';

/**
 * The user on a page that requires sign-in; null while the session is unknown. Visitors are
 * redirected to sign-in and return; a user who signed out goes to the home page, and one who
 * deleted the account sees the confirmation.
 */
export function useSignedIn(): User | null {
  const session = useSession();
  const { lang } = usePhrases();
  const here = useCurrentPath();
  const navigate = useNavigate();
  useEffect(() => {
    if (session.kind !== 'out') return;
    if (session.hasLeft === 'deleted')
      void navigate(paths.login(lang), { replace: true, ...carry({ notice: 'accountDeleted' }) });
    else void navigate(session.hasLeft ? paths.home(lang) : paths.login(lang, here), { replace: true });
  }, [session, navigate, lang, here]);
  return session.kind === 'in' ? session.user : null;
}
