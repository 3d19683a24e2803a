import type { OwnSession } from '#contract/accounts.ts';
import { toInstant } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import type { SessionRow } from '../accounts.repository.ts';
import { findDevice } from './find-device.ts';
import type { Sessions } from './sessions.ts';
import type { OpenSession } from '../accounts.api.ts';

/**
 * The list of login sessions on the account screen: the owner of the current one lists and ends
 * them.
 */
export interface OwnSessions {
  list(current: Current): Promise<OwnSession[]>;
  endOthers(current: Current): Promise<void>;
  end(current: Current, sessionId: string): Promise<void>;
}

type Current = Pick<OpenSession, 'sessionId' | 'user'>;

export const createOwnSessions = ({ db, sessions }: { db: Database; sessions: Sessions }): OwnSessions => ({
  list: async ({ sessionId, user }) =>
    (await sessions.list(user.id)).map((session) => toSessionDto(session, sessionId)),
  endOthers: ({ sessionId, user }) => inTransaction(db, (work) => sessions.endAll(work, user.id, sessionId)),
  end: async ({ user }, sessionId) => {
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
