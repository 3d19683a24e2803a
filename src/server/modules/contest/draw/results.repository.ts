import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { contestEntries, contests } from '#server/database/tables/contest-tables.ts';
import { users } from '#server/database/schema.ts';
import type { ContestHead } from '../contests.repository.ts';

/** What a participant's signals with an edge came to during the contest. */
export interface Results {
  readonly userId: string;
  readonly won: number;
  readonly decided: number;
}

/** Index of the next leaf of the record. */
export const findNextLeaf = async (db: Executor): Promise<number> => {
  const { rows } = await db.execute<{ next: string }>(
    sql`select coalesce(max("index") + 1, 0) as next from record_leaves`,
  );
  return Number(rows[0]?.next ?? 0);
};

export const listUncounted = async (db: Executor, contestId: string, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ userId: contestEntries.userId })
    .from(contestEntries)
    .where(and(eq(contestEntries.contestId, contestId), isNull(contestEntries.decided)))
    .limit(limit);
  return rows.map(({ userId }) => userId);
};

/** Participants with an outcome among the leaves in [from, to). */
export const listWithOutcome = async (
  db: Executor,
  contestId: string,
  { from, to }: { from: number; to: number },
): Promise<string[]> => {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select distinct s.user_id as "userId"
    from record_leaves l
    join signals s on s.id = l.signal_id
    join contest_entries e on e.contest_id = ${contestId} and e.user_id = s.user_id
    where l."index" >= ${from} and l."index" < ${to} and l.kind in ('outcome', 'void')`);
  return rows.map(({ userId }) => userId);
};

export const countResults = async (
  db: Executor,
  { id, startsAt, endsAt }: ContestHead,
  userIds: readonly string[],
): Promise<Results[]> => {
  const { rows } = await db.execute<Results & Record<string, unknown>>(sql`
    select e.user_id as "userId", (count(*) filter (where s.result = 'successful'))::int as won, count(s.result)::int as decided
    from contest_entries e
    left join signals s on s.user_id = e.user_id and s.issued_at >= ${startsAt} and s.issued_at < ${endsAt}
      and s.result in ('successful', 'unsuccessful') and s.has_edge
    where e.contest_id = ${id} and e.user_id = any (${sql.param([...userIds])}::uuid[])
    group by e.user_id`);
  return rows;
};

export const saveResults = async (
  tx: Transaction,
  contestId: string,
  results: readonly (Results & { readonly lowerBound: number | null })[],
): Promise<void> => {
  await tx.execute(sql`
    update contest_entries e set won = r."won", decided = r."decided", lower_bound = r."lowerBound"
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as r("userId" uuid, "won" int, "decided" int, "lowerBound" double precision)
    where e.contest_id = ${contestId} and e.user_id = r."userId"`);
};

export const saveCountedTo = async (db: Executor, contestId: string, index: number): Promise<void> => {
  await db.update(contests).set({ resultsCountedTo: index }).where(eq(contests.id, contestId));
};

/** By the lower bound of their win rate, the best first. */
export const listBest = (db: Executor, contestId: string, { limit, offset }: { limit: number; offset: number }) =>
  db
    .select({ email: users.email, role: users.role, won: contestEntries.won, decided: contestEntries.decided })
    .from(contestEntries)
    .innerJoin(users, eq(users.id, contestEntries.userId))
    .where(and(eq(contestEntries.contestId, contestId), isNotNull(contestEntries.lowerBound), isNull(users.deletedAt)))
    .orderBy(desc(contestEntries.lowerBound), contestEntries.userId)
    .limit(limit)
    .offset(offset);
