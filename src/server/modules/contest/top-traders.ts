import { sql } from 'drizzle-orm';
import type { Contest } from '#contract/contest.ts';
import type { Clock } from '#domain/clock.ts';
import { maskEmail } from '#domain/accounts/mask-email.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { ContestHead } from './contests.repository.ts';
import type { IsTeamMember } from './is-team-member.ts';

export type ReadTopTraders = (contest: ContestHead) => Promise<Contest['topTraders']>;

interface Needs {
  readonly db: Database;
  readonly isTeamMember: IsTeamMember;
  readonly clock: Clock;
}

const shown = 5;
const retentionMs = minuteMs;

/**
 * Participants by the lower bound of their win rate within the contest. Recomputed once a minute.
 */
export function createReadTopTraders({ db, isTeamMember, clock }: Needs): ReadTopTraders {
  let cached: { id: string; at: number; top: Promise<Contest['topTraders']> } | null = null;
  const count = async (contest: ContestHead): Promise<Contest['topTraders']> =>
    (await listOutcomes(db, contest))
      .filter((person) => !isTeamMember(person))
      .flatMap(({ email, won, total }) => {
        const interval = wilsonInterval(won, total);
        return interval ? [{ email: maskEmail(email), total, winRate: won / total, ...interval }] : [];
      })
      .sort((a, b) => b.low - a.low)
      .slice(0, shown);

  return (contest) => {
    const now = clock.now();
    if (cached && cached.id === contest.id && now - cached.at < retentionMs) return cached.top;
    const top = count(contest);
    cached = { id: contest.id, at: now, top };
    // An error is passed to its callers and not cached.
    top.catch(() => {
      cached = null;
    });
    return top;
  };
}

type TraderOutcomes = Pick<User, 'email' | 'role'> & { won: number; total: number };

async function listOutcomes(db: Database, { id, startsAt, endsAt }: ContestHead): Promise<TraderOutcomes[]> {
  const { rows } = await db.execute<TraderOutcomes>(sql`
    select u.email, u.role, (count(*) filter (where s.result = 'successful'))::int as won, count(*)::int as total
    from contest_entries e
    join users u on u.id = e.user_id
    join signals s on s.user_id = e.user_id
    where e.contest_id = ${id} and u.deleted_at is null and s.issued_at >= ${startsAt} and s.issued_at < ${endsAt}
      and s.result in ('successful', 'unsuccessful') and s.has_edge
    group by u.email, u.role
    having count(*) >= ${minOutcomesForRate}`);
  return rows;
}
