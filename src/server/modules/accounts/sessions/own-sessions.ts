import type { OwnSession } from '#contract/accounts.ts';
import { toInstant } from '#contract/wire.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { SessionRow } from '../accounts.repository.ts';
import { findDevice } from './find-device.ts';
import type { Sessions } from './sessions.ts';
import type { OpenSession } from '../accounts.api.ts';

type Current = Pick<OpenSession, 'sessionId' | 'user'>;

/**
 * The list of login sessions on the account screen: the owner of the current one lists and ends
 * them.
 */
export const createOwnSessions = ({ db, sessions }: { db: Database; sessions: Sessions }) => ({
  list: async ({ sessionId, user }: Current): Promise<OwnSession[]> =>
    (await sessions.list(user.id)).map((session) => toSessionDto(session, sessionId)),
  endOthers: ({ sessionId, user }: Current): Promise<void> =>
    inTransaction(db, (work) => sessions.endAll(work, user.id, sessionId)),
  end: async ({ user }: Current, sessionId: string): Promise<void> => {
    if (!(await sessions.endOwn(user.id, sessionId))) throw apiError('not_found');
  },
});

const toSessionDto = (session: SessionRow, currentId: string): OwnSession => ({
  id: session.id,
  createdAt: toInstant(session.createdAt.getTime()),
  lastSeenAt: toInstant(session.lastSeenAt.getTime()),
  expiresAt: toInstant(session.expiresAt.getTime()),
  ...findDevice(session.userAgent),
  isCurrent: session.id === currentId,
});
