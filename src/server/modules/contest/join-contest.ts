import { randomUUID } from 'node:crypto';
import { toInstant } from '#contract/wire.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { lockContest } from './contests.repository.ts';
import { findEntry, insertEntryIfAbsent, removeEntry } from './entries.repository.ts';
import type { ContestParts } from './contest-parts.ts';

/** Idempotent; only while the contest runs. */
export const createJoinContest =
  ({ db, currentContest, isTeamMember, clock }: ContestParts) =>
  async ({ id: userId, email, isActivated, role }: Pick<User, 'id' | 'email' | 'isActivated' | 'role'>) => {
    if (!isActivated) throw apiError('email_not_activated');
    if (isTeamMember({ email, role })) throw apiError('contest_team_excluded');
    const contest = await currentContest();
    if (!contest) throw apiError('contest_closed');
    const joined = { joined: true as const, email };
    if (await findEntry(db, contest.id, userId)) return joined;
    const { startsAt, endsAt } = contest;
    const now = clock.now();
    if (now < startsAt.getTime() || now >= endsAt.getTime() || contest.closedAt) {
      const details = { startsAt: toInstant(startsAt.getTime()), endsAt: toInstant(endsAt.getTime()) };
      throw apiError('contest_closed', { details });
    }
    await insertEntryIfAbsent(db, { contestId: contest.id, userId, entryId: randomUUID(), joinedAt: new Date(now) });
    return joined;
  };

/**
 * Ends participation: deletes the entry with its trades and screenshots. Idempotent. Only until the
 * list is closed, because the draw counts with the signed list. A user who rejoins has their trades
 * read again.
 */
export const createLeaveContest =
  ({ db, currentContest }: ContestParts) =>
  async (userId: string): Promise<void> => {
    const contest = await currentContest();
    if (!contest) return;
    await inTransaction(db, async ({ tx }) => {
      const { closedAt } = await lockContest(tx, contest.id);
      if (closedAt) throw apiError('contest_closed');
      await removeEntry(tx, contest.id, userId);
    });
  };
