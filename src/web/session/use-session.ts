import { useSyncExternalStore } from 'react';
import { currentSession, onSession, type Session, sessionAtBuild } from './session-store.ts';

export const useSession = (): Session => useSyncExternalStore(onSession, currentSession, sessionAtBuild);
