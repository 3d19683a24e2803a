import { clearPersonalKeys, readStored, writeStored } from '../storage/stored.ts';
import type { Session } from './session-store.ts';

interface Needs {
  readonly currentSession: () => Session;
  readonly onSession: (listener: () => void) => void;
  /** Drops what is cached in memory. */
  readonly invalidate: () => void;
}

/**
 * What one person has read is not there for the next: `invalidate` is called when somebody leaves or another person signs
 * in. A session that expired leaves the personal keys for the same person.
 */
export function keepPeopleApart({ currentSession, onSession, invalidate }: Needs): void {
  let person: string | null = null;
  const look = (): void => {
    const session = currentSession();
    const next = session.kind === 'in' ? session.user.id : null;
    if (person !== null && next !== person) invalidate();
    person = next;
    if (next === null) return;
    if ((readStored('person') ?? next) !== next) clearPersonalKeys();
    writeStored('person', next);
  };
  look();
  onSession(look);
}
