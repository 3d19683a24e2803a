import { useState } from 'react';
import type { z } from 'zod';
import type { LoginBody, RegistrationBody, SessionAnswer, User } from '#contract/accounts.ts';
import type { SecondFactorState } from '#domain/accounts/user.ts';
import type { Language } from '#domain/language.ts';
import { accessToken, clearToken, storeToken, onSessionEnded, refreshSession } from '../api/access-token.ts';
import { call } from '../api/request.ts';
import { createStore, useStore } from '../create-store.ts';
import { clearPersonalKeys, readStored, useStored, writeStored } from '../storage/stored.ts';

/** Signed out, or deleted the account. */
type Leave = 'signedOut' | 'deleted';

/** `unknown` (loading) until a stored token has been tried; then in (authenticated, with its user) or out. */
export type Session =
  | { readonly kind: 'unknown' }
  /** `hasLeft`: the user left on purpose, so nothing redirects to sign-in. */
  | { readonly kind: 'out'; readonly hasLeft?: Leave }
  /** The password was right; the second factor is still to be passed. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'in'; readonly user: User; readonly secondFactor: SecondFactorState };

/** Pause between two attempts to reach the server at startup, in milliseconds. */
const retryMs = 3_000;

const store = createStore<Session>({ kind: 'unknown' });

export const { get: currentSession, subscribe: onSession } = store;

export const useSession = (): Session => useStore(store);

/**
 * Signed in, as far as this browser knows: a stored token counts until the server has answered.
 * False on prerendered pages.
 */
export function useIsMember(): boolean {
  const { kind } = useSession();
  const hasToken = useStored('token') !== null;
  return kind === 'in' || (kind === 'unknown' && hasToken);
}

/** Counts changes of the user: as the key of a page it resets what the previous user left there. */
export function useUserTurn(): number {
  const session = useSession();
  const id = session.kind === 'in' ? session.user.id : null;
  const [seen, setSeen] = useState({ id, turn: 0 });
  if (id !== null && id !== seen.id) setSeen({ id, turn: seen.id === null ? seen.turn : seen.turn + 1 });
  return seen.turn;
}

/** A stored token is verified by a refresh; without one the visitor is signed out. */
export async function startSession(): Promise<void> {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'token') followOtherTab(newValue);
  });
  onSessionEnded(endSession);
  if (!accessToken()) {
    retrySignOut();
    return endSession();
  }
  // Until the server answers, the session stays unknown; unless the user signs out or in meanwhile.
  for (;;) {
    await checkSession();
    if (currentSession().kind !== 'unknown') return;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** Changes of the token in one tab apply to all tabs. */
function followOtherTab(token: string | null): void {
  if (token !== null) return void (currentSession().kind === 'out' && checkSession());
  clearToken();
  store.set({ kind: 'out' });
}

/** Refreshes the login session and the user. A refresh without an answer changes nothing. */
export async function checkSession(): Promise<boolean> {
  const answer = await refreshSession().catch(() => 'unanswered' as const);
  if (answer === 'unanswered') return false;
  enter(answer);
  return answer !== null;
}

export const signIn = async (body: z.input<typeof LoginBody>): Promise<void> =>
  welcome(await call('POST /api/login', { body, anonymous: true }));

export const signUp = async (body: z.input<typeof RegistrationBody>): Promise<void> =>
  welcome(await call('POST /api/registration', { body, anonymous: true }));

function welcome(answer: SessionAnswer): void {
  storeToken(answer.accessToken);
  // The cookie now belongs to another login session.
  writeStored('sign-out-untold', null);
  enter(answer);
}

/** Signs out at once; a failed call is repeated with the network or at the next start. */
export async function signOut(): Promise<void> {
  writeStored('sign-out-untold', 'yes');
  const sent = sendSignOut();
  leave('signedOut');
  await sent;
}

/** Until the server receives it, the cookie in the browser could still open the account. */
async function sendSignOut(): Promise<void> {
  try {
    // The cookie identifies the login session to end.
    await call('POST /api/logout', { anonymous: true });
    writeStored('sign-out-untold', null);
  } catch {
    addEventListener('online', retrySignOut, { once: true });
  }
}

function retrySignOut(): void {
  if (readStored('sign-out-untold') !== null) void sendSignOut();
}

/** The user left on purpose, and the server already knows. */
export function leave(hasLeft: Leave): void {
  storeToken(null);
  store.set({ kind: 'out', hasLeft });
  clearPersonalKeys();
}

/** The server no longer accepts this login session. */
export function endSession(): void {
  storeToken(null);
  store.set({ kind: 'out' });
}

/** Saves the language for mails; errors are ignored, as the page is already in it. */
export function noteLanguage(lang: Language): void {
  const session = currentSession();
  if (session.kind !== 'in' || session.user.lang === lang) return;
  void call('PUT /api/user/language', { body: { lang } })
    .then(({ user }) => updateUser(user))
    .catch(() => undefined);
}

/** For an answer that contains the user: the referral id or address has changed. */
export function updateUser(user: User): void {
  const session = currentSession();
  if (session.kind === 'in') store.set({ ...session, user });
}

function enter(answer: SessionAnswer | null): void {
  if (!answer) return endSession();
  const { user, secondFactor = 'off' } = answer;
  store.set(secondFactor === 'waiting' ? { kind: 'waiting' } : { kind: 'in', user, secondFactor });
}
