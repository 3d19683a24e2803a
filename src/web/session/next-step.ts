import { useEffect, useRef } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import type { Language } from '#domain/language.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { inLanguage, paths, safeNext } from '../paths.ts';
import { readStored } from '../storage/stored.ts';
import { carry, type Notice } from './carried.ts';
import { type Session, useSession } from './session-store.ts';

/** A language chosen in this browser takes precedence; otherwise the account's language applies. */
export const languageOnward = (user: User, lang: Language, given: Language | null): Language =>
  given === lang ? user.lang : lang;

/**
 * The page after signing in: missing steps come first and carry the requested page along. An
 * administrator who does not trade administers.
 */
export function nextStep(user: User, lang: Language, wanted: string | null): string {
  const page = pageBehind(wanted, lang);
  if (!user.isActivated) return paths.confirmEmail(lang, getNext(page, lang));
  if (user.referralId === null && bringsId(wanted, lang)) return inLanguage(safeNext(wanted, lang), lang);
  if (wanted === null && user.referralId === null && user.roles.includes('admin')) return paths.admin(lang);
  const needsTrader = page.split(/[?#]/)[0] === paths.signal(lang);
  return user.referralId === null && needsTrader ? paths.enterId(lang, getNext(page, lang)) : page;
}

/** The page as `next` of a step; undefined: the default target of a step. */
export const getNext = (page: string, lang: Language): string | undefined =>
  page === paths.signal(lang) ? undefined : page;

/** The broker's return link: the id in it has to survive signing in. */
function bringsId(wanted: string | null, lang: Language): boolean {
  const { pathname, searchParams } = new URL(inLanguage(safeNext(wanted, lang), lang), 'http://own.invalid');
  return pathname === paths.enterId(lang) && searchParams.has('id');
}

/** The requested page, in this language. A requested step is replaced by the page behind it. */
function pageBehind(wanted: string | null, lang: Language): string {
  const page = inLanguage(safeNext(wanted, lang), lang);
  const { pathname, searchParams } = new URL(page, 'http://own.invalid');
  const isStep = pathname === paths.confirmEmail(lang) || pathname === paths.enterId(lang);
  return isStep ? inLanguage(safeNext(searchParams.get('next'), lang), lang) : page;
}

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
