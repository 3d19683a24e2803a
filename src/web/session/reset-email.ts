import { serverClock } from '../api/server-clock.ts';
import { readStored, writeStored } from '../storage/stored.ts';

/** Lifetime of the link of a reset mail. */
const linkMs = 600_000;

/**
 * Saved because the mail's link opens in a new tab, and the server does not reveal whose link it
 * is.
 */
export const saveResetEmail = (email: string): void =>
  writeStored('reset-email', { email, until: serverClock.now() + linkMs });

/** The address of the newest reset mail requested in this browser; readable once. */
export function takeResetEmail(): string | undefined {
  const saved = readStored('reset-email');
  writeStored('reset-email', null);
  return saved !== null && saved.until > serverClock.now() ? saved.email : undefined;
}
