import type { RequiredPassword } from '#contract/accounts.ts';
import type { Transaction } from '#server/database/connection.ts';
import { inTransaction, type UnitOfWork } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { type FoundLink, findLinkForUpdate, type LinkRow, markLinkUsed } from '../account-links.repository.ts';
import { accountLimits } from '../account-limits.ts';
import { lockUser, markActivated, markPasswordProven, type UserRow, voidPassword } from '../accounts.repository.ts';
import { endConnections } from '../sessions/end-connections.ts';
import { hashOfLink, isLinkOpen } from './mail-links.ts';
import type { AccountParts } from '../account-parts.ts';

/** Who opened the link of the activation mail. */
export interface Opener {
  readonly address: string;
  /** The users of the login sessions that the request presents. */
  readonly userIds: readonly string[];
  readonly isBrowser: boolean;
}

/**
 * Activates by the link of the activation mail. A used link succeeds again.
 *
 * The person who typed the address at registration need not be its owner, who opens the link in a
 * browser: without a login session of the account there, the password typed is void, login sessions
 * and connections end, and a new password is required.
 */
export const createActivate = ({ db, clock, attempts, sessions, createLink }: AccountParts) => {
  /** Its lock order: user, login sessions, connections, links. */
  const activate = async (work: UnitOfWork, { user, link }: FoundLink, opener: Opener, now: Date): Promise<void> => {
    const { tx } = work;
    await markActivated(tx, user.id, now);
    if (opener.userIds.includes(user.id)) await markPasswordProven(tx, user.id, now);
    else if (opener.isBrowser && user.passwordProvenAt === null) {
      await voidPassword(tx, user.id);
      await sessions.endAll(work, user.id);
      await endConnections(tx, user.id, now);
    }
    await markLinkUsed(tx, link.tokenHash, now);
  };

  /** While nobody has set a password; afterwards a used link that leaks is worth nothing. */
  const requirePassword = async (tx: Transaction, { id }: UserRow, link: LinkRow, now: Date) => {
    const user = await lockUser(tx, id);
    const isCurrent = link.supersededAt === null && link.expiresAt > now;
    if (user.passwordHash !== null || !isCurrent) return null;
    return { email: user.email, resetLink: await createLink(tx, user, 'reset') };
  };

  return async (link: string, opener: Opener): Promise<RequiredPassword | null> => {
    await attempts.take('link', opener.address, accountLimits.links);
    const opened = await inTransaction(db, async (work) => {
      const now = new Date(clock.now());
      const found = await findLinkForUpdate(work.tx, hashOfLink(link), 'activation');
      if (!found) return null;
      if (isLinkOpen(found, now)) await activate(work, found, opener, now);
      else if (!isUsed(found)) return null;
      const required = opener.isBrowser ? await requirePassword(work.tx, found.user, found.link, now) : null;
      return { userId: found.user.id, required };
    });
    if (!opened) throw apiError('link_invalid');
    sessions.invalidateUser(opened.userId);
    return opened.required;
  };
};

const isUsed = ({ link, user }: FoundLink): boolean => link.usedAt !== null && link.email === user.email;
