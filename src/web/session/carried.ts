import { useLocation } from 'react-router';
import { isObject } from '#domain/objects.ts';
import { serverClock } from '../api/server-clock.ts';
import { useIsBuilt } from '../routing/use-is-built.ts';
import { readStored, writeStored } from '../storage/stored.ts';

/** Passed to the next account screen outside the URL, so that no log contains it. */
interface Carried {
  readonly email?: string | undefined;
  readonly notice?: Notice | undefined;
  /** Right guesses of the trial on the home page. */
  readonly score?: Score | undefined;
}

interface Score {
  readonly own: number;
  readonly of: number;
}

export type Notice = (typeof notices)[number];

const notices = ['passwordChanged', 'accountDeleted', 'registrationEnded'] as const;
const nothing: Carried = {};

export function useCarried(): Carried {
  const state: unknown = useLocation().state;
  const isBuilt = useIsBuilt();
  return !isBuilt && isCarried(state) ? state : nothing;
}

/** The browser keeps a state across an update of the product, and others may write one. */
function isCarried(state: unknown): state is Carried {
  if (!isObject(state)) return false;
  const { email = '', notice = 'passwordChanged', score } = state;
  return (
    typeof email === 'string' && notices.some((known) => known === notice) && (score === undefined || isScore(score))
  );
}

const isScore = (score: unknown): boolean =>
  isObject(score) && typeof score['own'] === 'number' && typeof score['of'] === 'number';

export const carry = (carried: Carried): { state: Carried } => ({ state: carried });

/** Lifetime of the link of a reset mail. */
const linkMs = 600_000;

/** The mail's link opens in a new tab, and the server does not reveal whose it is. */
export const saveResetEmail = (email: string): void =>
  writeStored('reset-email', { email, until: serverClock.now() + linkMs });

/** The address of the newest reset mail requested in this browser; readable once. */
export function takeResetEmail(): string | undefined {
  const saved = readStored('reset-email');
  writeStored('reset-email', null);
  return saved !== null && saved.until > serverClock.now() ? saved.email : undefined;
}

const channelName = 'progress';

/** Notifies other tabs that the e-mail address or the broker's id has been confirmed. */
export function publishProgress(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('confirmed');
  channel.close();
}

/** Calls back when another tab has published progress, until the returned function is called. */
export function onProgress(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
