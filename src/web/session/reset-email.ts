import { serverClock } from '../api/server-clock.ts';
import { readStored, writeStored } from '../storage/stored.ts';

/** As long as the link of a reset mail works. */
const linkMs = 600_000;

/** The mail's link opens in a tab of its own, and the server does not tell whose it is. */
export const saveResetEmail = (email: string): void =>
  writeStored('reset-email', { email, until: serverClock.now() + linkMs });

/** The address that the newest reset mail of this browser was asked for; read once. */
export function takeResetEmail(): string | undefined {
  const saved = readStored('reset-email');
  writeStored('reset-email', null);
  return saved !== null && saved.until > serverClock.now() ? saved.email : undefined;
}
