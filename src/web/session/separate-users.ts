import { clearPersonalKeys, readStored, writeStored } from '../storage/stored.ts';
import type { Session } from './session-store.ts';

/**
 * Hides the data of one user from the next: `invalidate` is called when a user leaves or another
 * one signs in. An expired login session leaves the personal keys for the same user.
 */
export function separateUsers(
  currentSession: () => Session,
  onSession: (listener: () => void) => void,
  invalidate: () => void,
): void {
  let current: string | null = null;
  const apply = (): void => {
    const session = currentSession();
    const next = session.kind === 'in' ? session.user.id : null;
    if (current !== null && next !== current) invalidate();
    current = next;
    if (next === null) return;
    if ((readStored('person') ?? next) !== next) clearPersonalKeys();
    writeStored('person', next);
  };
  apply();
  onSession(apply);
}
