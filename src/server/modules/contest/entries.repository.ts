import { and, asc, desc, eq, gte, isNotNull, isNull, lt, max, notExists, or, sql } from 'drizzle-orm';
import type { TradableSignal } from '#domain/signals/match-trades.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { contestEntries, contestTrades } from '#server/database/tables/contest-tables.ts';
import { signals, users } from '#server/database/schema.ts';

type UserRow = typeof users.$inferSelect;
export type EntryRow = typeof contestEntries.$inferSelect;
export type TradeRow = typeof contestTrades.$inferSelect;
const matchesEntry = (contestId: string, userId: string) =>
  and(eq(contestEntries.contestId, contestId), eq(contestEntries.userId, userId));

export const findEntry = async (db: Executor, contestId: string, userId: string): Promise<EntryRow | undefined> =>
  (await db.select().from(contestEntries).where(matchesEntry(contestId, userId)))[0];

export const insertEntryIfAbsent = async (db: Executor, entry: typeof contestEntries.$inferInsert): Promise<void> => {
  await db.insert(contestEntries).values(entry).onConflictDoNothing();
};

/** Its trades and screenshots are deleted with it (ON DELETE CASCADE). */
export const removeEntry = async (tx: Transaction, contestId: string, userId: string): Promise<void> => {
  await tx.delete(contestEntries).where(matchesEntry(contestId, userId));
};

/** Undefined: the user takes no part. Row lock: adding trades of an entry is serialized. */
export const lockEntry = async (tx: Transaction, contestId: string, userId: string): Promise<EntryRow | undefined> =>
  (await tx.select().from(contestEntries).where(matchesEntry(contestId, userId)).for('no key update'))[0];

export const countEntries = async (db: Executor, contestId: string): Promise<number> =>
  db.$count(contestEntries, eq(contestEntries.contestId, contestId));

/** Number of entries in the closed list; they are numbered from 1. */
export const countListed = async (db: Executor, contestId: string): Promise<number> => {
  const [row] = await db
    .select({ last: max(contestEntries.number) })
    .from(contestEntries)
    .where(eq(contestEntries.contestId, contestId));
  return row?.last ?? 0;
};

export const markSynced = async (tx: Transaction, { contestId, userId }: EntryRow, at: Date): Promise<void> => {
  await tx.update(contestEntries).set({ syncedAt: at }).where(matchesEntry(contestId, userId));
};

/** Participants with a trader whose trades were last read before an instant. */
export const listUnread = (
  db: Executor,
  contestId: string,
  before: Date,
  limit: number,
): Promise<{ userId: string; referralId: string | null }[]> =>
  db
    .select({ userId: users.id, referralId: users.referralId })
    .from(contestEntries)
    .innerJoin(users, eq(users.id, contestEntries.userId))
    .where(
      and(
        eq(contestEntries.contestId, contestId),
        isNotNull(users.referralId),
        or(isNull(contestEntries.syncedAt), lt(contestEntries.syncedAt, before)),
      ),
    )
    .orderBy(sql`${contestEntries.syncedAt} asc nulls first`)
    .limit(limit);

/** Newest first. */
export const listTrades = (db: Executor, contestId: string, userId: string, limit: number): Promise<TradeRow[]> =>
  db
    .select()
    .from(contestTrades)
    .where(and(eq(contestTrades.contestId, contestId), eq(contestTrades.userId, userId)))
    .orderBy(desc(contestTrades.openedAt))
    .limit(limit);

export const countCounted = async (db: Executor, contestId: string, userId: string): Promise<number> =>
  db.$count(
    contestTrades,
    and(eq(contestTrades.contestId, contestId), eq(contestTrades.userId, userId), isNotNull(contestTrades.signalId)),
  );

export const listTradeIds = async (tx: Transaction, contestId: string, userId: string): Promise<string[]> => {
  const rows = await tx
    .select({ id: contestTrades.tradeId })
    .from(contestTrades)
    .where(and(eq(contestTrades.contestId, contestId), eq(contestTrades.userId, userId)));
  return rows.map(({ id }) => id);
};

export const insertTrades = async (tx: Transaction, rows: (typeof contestTrades.$inferInsert)[]): Promise<void> => {
  if (rows.length > 0) await tx.insert(contestTrades).values(rows).onConflictDoNothing();
};

interface Span {
  readonly contestId: string;
  readonly userId: string;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Signals of a participant without a trade yet, including void and removed ones: they were followed
 * too.
 */
export async function listFreeSignals(
  tx: Transaction,
  { contestId, userId, from, to }: Span,
): Promise<TradableSignal[]> {
  const traded = tx
    .select({ one: sql`1` })
    .from(contestTrades)
    .where(and(eq(contestTrades.contestId, contestId), eq(contestTrades.signalId, signals.id)));
  const rows = await tx
    .select({
      id: signals.id,
      symbol: signals.symbol,
      direction: signals.direction,
      duration: signals.duration,
      issuedAt: signals.issuedAt,
    })
    .from(signals)
    .where(
      and(
        eq(signals.userId, userId),
        signals.hasEdge,
        gte(signals.issuedAt, from),
        lt(signals.issuedAt, to),
        notExists(traded),
      ),
    )
    .orderBy(asc(signals.issuedAt));
  return rows.map((row) => ({ ...row, issuedAt: row.issuedAt.getTime() }));
}

/** An entry with its number of counted trades, and what decides whether it may be drawn. */
export interface Standing {
  readonly userId: string;
  readonly entryId: string;
  readonly email: string;
  readonly isBlocked: boolean;
  readonly role: UserRow['role'];
  readonly count: number;
}

/** All entries, in the order of joining. */
export const listStandings = (db: Executor, contestId: string): Promise<Standing[]> =>
  db
    .select({
      userId: contestEntries.userId,
      entryId: contestEntries.entryId,
      email: users.email,
      isBlocked: users.isBlocked,
      role: users.role,
      count: sql<number>`(select count(*) from ${contestTrades} t where t.contest_id = ${contestEntries.contestId}
        and t.user_id = ${contestEntries.userId} and t.signal_id is not null)::int`,
    })
    .from(contestEntries)
    .innerJoin(users, eq(users.id, contestEntries.userId))
    .where(eq(contestEntries.contestId, contestId))
    .orderBy(asc(contestEntries.joinedAt), asc(contestEntries.entryId));

/** The position in the closed list, from 1. */
export const numberEntries = async (tx: Transaction, contestId: string, entryIds: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    update contest_entries e set number = l.number
    from unnest(${sql.param([...entryIds])}::uuid[]) with ordinality as l (entry_id, number)
    where e.contest_id = ${contestId} and e.entry_id = l.entry_id`);
};
