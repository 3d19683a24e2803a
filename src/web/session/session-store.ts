import type { z } from 'zod';
import type { LoginBody, RegistrationBody, SessionAnswer, User } from '#contract/accounts.ts';
import type { Language } from '#domain/language.ts';
import { clearPersonalKeys, readStored, writeStored } from '../storage/stored.ts';
import { accessToken, clearToken, storeToken, onSessionEnded, refreshSession } from '../api/access-token.ts';

/** Signed out, or deleted the account. */
type Leave = 'signedOut' | 'deleted';

/** `unknown` (loading) until a stored token has been tried; then in (authenticated, with its user) or out. */
export type Session =
  | { readonly kind: 'unknown' }
  /** `hasLeft`: by their own wish, so nothing asks them to sign in again. */
  | { readonly kind: 'out'; readonly hasLeft?: Leave }
  | { readonly kind: 'in'; readonly user: User };

/** Between two tries to reach the server at the start, in milliseconds. */
const retryMs = 3_000;

let session: Session = { kind: 'unknown' };
const listeners = new Set<() => void>();

export const currentSession = (): Session => session;
const unknownSession: Session = { kind: 'unknown' };
export const sessionAtBuild = (): Session => unknownSession;

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** With a stored token the session is checked by a refresh; without one nobody is signed in. */
export async function startSession(): Promise<void> {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'token') followOtherTab(newValue);
  });
  onSessionEnded(endSession);
  const token = accessToken();
  if (!token) retrySignOut();
  enter(token ? await refreshUntilHeard() : null);
}

/** What one tab does with the token, the others follow. */
function followOtherTab(token: string | null): void {
  if (token !== null) return void (session.kind === 'out' && checkSession());
  clearToken();
  set({ kind: 'out' });
}

/** Until the server answers, nobody knows who is signed in. */
async function refreshUntilHeard(): Promise<SessionAnswer | null> {
  for (;;) {
    const answer = await refreshSession().catch(() => 'unheard' as const);
    if (answer !== 'unheard') return answer;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** Asks who is signed in, and what is known of them by now. A refresh that is not heard changes nothing. */
export async function checkSession(): Promise<boolean> {
  const answer = await refreshSession().catch(() => 'unheard' as const);
  if (answer === 'unheard') return false;
  enter(answer);
  return answer !== null;
}

/** The calls come when they are made: a page for visitors does not carry the shapes of their answers. */
const calls = () => import('../api/account-calls.ts');

export const signIn = async (body: z.input<typeof LoginBody>): Promise<User> =>
  welcome(await (await calls()).logIn(body));

export const signUp = async (body: z.input<typeof RegistrationBody>): Promise<User> =>
  welcome(await (await calls()).register(body));

function welcome(answer: SessionAnswer): User {
  storeToken(answer.accessToken);
  // The cookie is another one now.
  writeStored('sign-out-untold', null);
  enter(answer);
  return answer.user;
}

/** Leaves at once, even when the server cannot be told: it is then told when the network is back, or at the next start. */
export async function signOut(): Promise<void> {
  writeStored('sign-out-untold', 'yes');
  const published = sendSignOut();
  leave('signedOut');
  await published;
}

/** Until the server has heard it, the cookie that lies in the browser would still open the account. */
async function sendSignOut(): Promise<void> {
  try {
    await (await calls()).logOut();
    writeStored('sign-out-untold', null);
  } catch {
    addEventListener('online', retrySignOut, { once: true });
  }
}

function retrySignOut(): void {
  if (readStored('sign-out-untold') !== null) void sendSignOut();
}

/** By their own wish, and the server knows already. */
export function leave(hasLeft: Leave): void {
  storeToken(null);
  set({ kind: 'out', hasLeft });
  clearPersonalKeys();
}

/** The server no longer knows this session. */
export function endSession(): void {
  storeToken(null);
  set({ kind: 'out' });
}

/** Mails follow the language that a person chooses; where that is not heard, the page is in it all the same. */
export function noteLanguage(lang: Language): void {
  if (session.kind !== 'in' || session.user.lang === lang) return;
  void calls()
    .then(({ saveLanguage }) => saveLanguage(lang))
    .then(updateUser)
    .catch(() => undefined);
}

/** An answer that carried the user: their referral id or address has changed. */
export function updateUser(user: User): void {
  if (session.kind === 'in') set({ kind: 'in', user });
}

const enter = (answer: SessionAnswer | null): void => (answer ? set({ kind: 'in', user: answer.user }) : endSession());

function set(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}
