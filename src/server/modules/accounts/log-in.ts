import type { Database } from '#server/database/connection.ts';
import { problem } from '#server/http/problem.ts';
import { findUserByEmail } from './accounts.repository.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions, SignedIn } from './sessions.ts';

export type LogIn = (credentials: { email: string; password: string }) => Promise<SignedIn>;

/** One answer, after the same work, for an unknown address and for a wrong password. */
export const createLogIn =
  ({ db, passwords, sessions }: { db: Database; passwords: Passwords; sessions: Sessions }): LogIn =>
  async ({ email, password }) => {
    const user = await findUserByEmail(db, email);
    const isRight = await passwords.isRight(password, user?.passwordHash ?? null);
    if (!user || !isRight || user.isBlocked) throw problem('invalid_credentials');
    return sessions.start(user);
  };
