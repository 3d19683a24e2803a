import { useEffect, useRef } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { carry, type Notice } from './carried.ts';
import { useSession } from './session-store.ts';

/**
 * The user on a page that requires sign-in; null while the session is unknown. Visitors are
 * redirected to sign-in, or its second step, and return; a user who signed out goes to the home
 * page, and one who deleted the account sees the confirmation. `endedNotice`: shown at the sign-in
 * when the login session ends while the page is open.
 */
export function useSignedIn(endedNotice?: Notice): User | null {
  const session = useSession();
  const { lang } = usePhrases();
  const here = createPath(useLocation());
  const navigate = useNavigate();
  const wasIn = useRef(false);
  useEffect(() => {
    wasIn.current ||= session.kind === 'in';
    if (session.kind === 'waiting') void navigate(paths.secondFactor(lang, here), { replace: true });
    if (session.kind !== 'out') return;
    if (session.hasLeft === 'deleted')
      void navigate(paths.login(lang), { replace: true, ...carry({ notice: 'accountDeleted' }) });
    else if (session.hasLeft) void navigate(paths.home(lang), { replace: true });
    else
      void navigate(paths.login(lang, here), { replace: true, ...carry(wasIn.current ? { notice: endedNotice } : {}) });
  }, [session, navigate, lang, here, endedNotice]);
  return session.kind === 'in' ? session.user : null;
}
