import type { OwnSession } from '#contract/accounts.ts';
import { toInstant } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { problem } from '#server/http/problem.ts';
import type { OpenSession, SessionRow } from './accounts.repository.ts';
import { deviceOf } from './device-of.ts';
import type { Sessions } from './sessions.ts';

/** The account screen's list of sign-ins, as the owner of the current one sees and ends them. */
export interface OwnSessions {
  list(current: Current): Promise<OwnSession[]>;
  endOthers(current: Current): Promise<void>;
  end(current: Current, sessionId: string): Promise<void>;
}

type Current = Pick<OpenSession, 'sessionId' | 'user'>;

export const createOwnSessions = ({ db, sessions }: { db: Database; sessions: Sessions }): OwnSessions => ({
  list: async ({ sessionId, user }) => (await sessions.list(user.id)).map((session) => wireSession(session, sessionId)),
  endOthers: async ({ sessionId, user }) => {
    const tellEnd = await inTransaction(db, (tx) => sessions.endAll(tx, user.id, sessionId));
    tellEnd();
  },
  end: async ({ user }, sessionId) => {
    if (!(await sessions.endOwn(user.id, sessionId))) throw problem('not_found');
  },
});

const wireSession = (session: SessionRow, currentId: string): OwnSession => ({
  id: session.id,
  createdAt: toInstant(session.createdAt.getTime()),
  lastSeenAt: toInstant(session.lastSeenAt.getTime()),
  expiresAt: toInstant(session.expiresAt.getTime()),
  ...deviceOf(session.userAgent),
  isCurrent: session.id === currentId,
});
