import type { z } from 'zod';
import type { LoginBody, SessionAnswer, User } from '#contract/accounts.ts';
import { accessToken, keepToken, refreshSession } from '../api/access-token.ts';
import { logIn, logOut } from '../api/calls.ts';

/** `unknown` until a stored token has been tried; then in or out. */
export type Session =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'out' }
  | { readonly kind: 'in'; readonly user: User };

/** Between two tries to reach the server at the start, in milliseconds. */
const retryMs = 3_000;

let session: Session = { kind: 'unknown' };
const listeners = new Set<() => void>();

export const currentSession = (): Session => session;
export const sessionAtBuild = (): Session => ({ kind: 'unknown' });

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** With a stored token the session is checked by a refresh; without one nobody is signed in. */
export async function startSession(): Promise<void> {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'token' && newValue === null) set({ kind: 'out' });
  });
  enter(accessToken() ? await refreshUntilHeard() : null);
}

/** Until the server answers, nobody knows who is signed in. */
async function refreshUntilHeard(): Promise<SessionAnswer | null> {
  for (;;) {
    const answer = await refreshSession().catch(() => 'unheard' as const);
    if (answer !== 'unheard') return answer;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

export async function signIn(body: z.input<typeof LoginBody>): Promise<User> {
  const answer = await logIn(body);
  keepToken(answer.accessToken);
  set({ kind: 'in', user: answer.user });
  return answer.user;
}

/** Leaves at once, even when the server cannot be told. */
export async function signOut(): Promise<void> {
  const told = logOut().catch(() => undefined);
  keepToken(null);
  set({ kind: 'out' });
  await told;
}

/** The server no longer knows this session. */
export const endSession = (): void => set({ kind: 'out' });

const enter = (answer: SessionAnswer | null): void => set(answer ? { kind: 'in', user: answer.user } : { kind: 'out' });

function set(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}
