import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ListedTrader } from '#domain/accounts/partner-list.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { countUpTo, isBeyond, type PagePosition } from '#server/database/pages.ts';
import { users } from '#server/database/schema.ts';
import { statedTraders, traderChecks } from '#server/database/tables/trader-tables.ts';
import type { CheckRow } from '../traders.repository.ts';

const isWaiting = and(eq(traderChecks.kind, 'claim'), isNotNull(traderChecks.nextAt));
const holders = alias(users, 'holders');
const lastUserAgent = sql<string | null>`(
  select s.user_agent from sessions s where s.user_id = ${traderChecks.userId} order by s.last_seen_at desc limit 1)`;
const isAnswered = sql<boolean>`(${holders.id} is null
  and exists (select from stated_traders s where s.trader_id = ${traderChecks.traderId}))`;

/** Oldest first. */
export const listClaims = (db: Executor, { after, limit }: { after: PagePosition | null; limit: number }) =>
  db
    .select({
      id: traderChecks.id,
      userId: traderChecks.userId,
      email: users.email,
      campaign: users.campaign,
      createdAt: users.createdAt,
      userAgent: lastUserAgent,
      traderId: traderChecks.traderId,
      sentAt: traderChecks.startedAt,
      holder: holders.email,
      isAnswered,
    })
    .from(traderChecks)
    .innerJoin(users, eq(users.id, traderChecks.userId))
    .leftJoin(holders, eq(holders.referralId, traderChecks.traderId))
    .where(and(isWaiting, isBeyond(after, [traderChecks.startedAt, traderChecks.id], 'oldest')))
    .orderBy(asc(traderChecks.startedAt), asc(traderChecks.id))
    .limit(limit);

export const countClaims = (db: Executor): Promise<number | null> =>
  countUpTo(db, db.select({ id: traderChecks.id }).from(traderChecks).where(isWaiting));

/** Undefined: there is none, or it has been answered. */
export const findClaim = async (db: Executor, id: string): Promise<CheckRow | undefined> =>
  (
    await db
      .select()
      .from(traderChecks)
      .where(and(isWaiting, eq(traderChecks.id, id)))
  )[0];

export interface WaitingClaim {
  readonly check: CheckRow;
  readonly email: string;
  /** Null: nobody has this trader. */
  readonly holderId: string | null;
}

/** All claims that wait, oldest first. */
export const listWaitingClaims = (db: Executor): Promise<WaitingClaim[]> =>
  db
    .select({ check: traderChecks, email: users.email, holderId: holders.id })
    .from(traderChecks)
    .innerJoin(users, eq(users.id, traderChecks.userId))
    .leftJoin(holders, eq(holders.referralId, traderChecks.traderId))
    .where(isWaiting)
    .orderBy(asc(traderChecks.startedAt), asc(traderChecks.id));

export interface ConfirmedTrader {
  readonly userId: string;
  readonly traderId: string;
  readonly balance: number | null;
  readonly balanceCheckedAt: Date | null;
}

/** Every user with a broker ID, also one that the list does not have. */
export const listConfirmedTraders = async (db: Executor): Promise<ConfirmedTrader[]> => {
  const rows = await db
    .select({
      userId: users.id,
      traderId: users.referralId,
      balance: users.balance,
      balanceCheckedAt: users.balanceCheckedAt,
    })
    .from(users)
    .where(isNotNull(users.referralId));
  return rows.flatMap(({ traderId, ...row }) => (traderId === null ? [] : [{ ...row, traderId }]));
};

/** Traders of whom something newer is known. */
export const listStatedSince = async (db: Executor, at: Date): Promise<ReadonlySet<string>> => {
  const since = sql`${statedTraders.statedAt} > ${at}`;
  const rows = await db.select({ traderId: statedTraders.traderId }).from(statedTraders).where(since);
  return new Set(rows.map(({ traderId }) => traderId));
};

export const findNewestStatement = async (db: Executor): Promise<Date | null> =>
  (
    await db
      .select({ statedAt: statedTraders.statedAt })
      .from(statedTraders)
      .orderBy(sql`${statedTraders.statedAt} desc`)
      .limit(1)
  )[0]?.statedAt ?? null;

/** Keeps a newer statement (`stated_at`) of the same trader. */
export const saveStatements = async (
  tx: Transaction,
  traders: readonly ListedTrader[],
  statedAt: Date,
): Promise<void> => {
  const ids = traders.map(({ traderId }) => traderId);
  const balances = traders.map(({ balance }) => balance);
  const days = traders.map(({ registeredAt }) => (registeredAt === null ? null : new Date(registeredAt).toISOString()));
  await tx.execute(sql`
    insert into stated_traders (trader_id, balance, registered_at, stated_at)
    select listed.*, ${statedAt}::timestamptz
    from unnest(${sql.param(ids)}::text[], ${sql.param(balances)}::numeric[], ${sql.param(days)}::timestamptz[]) listed
    on conflict (trader_id) do update set balance = excluded.balance, stated_at = excluded.stated_at,
      registered_at = coalesce(excluded.registered_at, stated_traders.registered_at)
    where stated_traders.stated_at <= excluded.stated_at`);
};
