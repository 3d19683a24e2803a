import { and, asc, desc, eq, gt, gte, isNotNull, isNull, ne, notExists, sql, type SQL } from 'drizzle-orm';
import type { OwnershipProof } from '#domain/accounts/trader-claim.ts';
import type { Database, Executor, Transaction } from '#server/database/connection.ts';
import { signals, users } from '#server/database/schema.ts';
import { balanceHistory, traderChecks, traderDays } from '#server/database/tables/trader-tables.ts';
import { toUser, type User } from '#server/modules/accounts/accounts.api.ts';

export type CheckRow = typeof traderChecks.$inferSelect;

/** Max rejected claimants mailed per release. */
const maxNotified = 10;

export const findUser = async (db: Executor, id: string): Promise<User | undefined> =>
  (await db.select().from(users).where(eq(users.id, id))).map(toUser)[0];

/** Row lock (`for no key update`): answers about one user are saved one after the other. */
export const findUserForUpdate = async (tx: Transaction, id: string): Promise<User | undefined> =>
  (await tx.select().from(users).where(eq(users.id, id)).for('no key update')).map(toUser)[0];

export const isTraderTaken = async (db: Executor, traderId: string): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).where(eq(users.referralId, traderId))).length > 0;

/**
 * The constraint users__referral_id decides between concurrent claims of the same trader. False:
 * the user already has a confirmed id.
 */
export const updateReferralId = async (
  tx: Transaction,
  userId: string,
  { traderId, confirmedAt, proof }: { traderId: string; confirmedAt: Date; proof: OwnershipProof | null },
): Promise<boolean> =>
  (
    await tx
      .update(users)
      .set({ referralId: traderId, referralConfirmedAt: confirmedAt, referralProof: getProof(traderId, proof) })
      .where(and(eq(users.id, userId), isNull(users.referralId)))
      .returning({ id: users.id })
  ).length > 0;

const getProof = (traderId: string, otherwise: OwnershipProof | null) =>
  sql<OwnershipProof | null>`case when ${users.openedTraderId} = ${traderId} then 'registration' else ${otherwise} end`;

/** The broker reports that this trader was opened through the user's own link. */
export const updateOpenedTrader = async (db: Database, userId: string, traderId: string): Promise<void> => {
  const isClaimed = sql`${users.referralId} = ${traderId}`;
  const referralProof = sql<OwnershipProof>`case when ${isClaimed} then 'registration' else ${users.referralProof} end`;
  await db
    .update(users)
    .set({ openedTraderId: traderId, referralProof })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
};

/**
 * Another user who holds this trader. Row lock (`for no key update`): of two concurrent claims, the second
 * reads what the first wrote.
 */
export const findOtherHolderForUpdate = async (
  tx: Transaction,
  { userId, traderId }: { userId: string; traderId: string },
): Promise<User | undefined> =>
  (
    await tx
      .select()
      .from(users)
      .where(and(eq(users.referralId, traderId), ne(users.id, userId)))
      .for('no key update')
  ).map(toUser)[0];

/** Removes the trader from the user, together with the balance that the broker reported. */
export const removeTrader = async (tx: Transaction, userId: string): Promise<void> => {
  const none = {
    referralId: null,
    referralConfirmedAt: null,
    referralProof: null,
    balance: null,
    balanceCheckedAt: null,
  };
  await tx
    .update(users)
    .set({ ...none, isSelfExcluded: false })
    .where(eq(users.id, userId));
  await tx.delete(balanceHistory).where(eq(balanceHistory.userId, userId));
};

export const findLastSignalAt = async (tx: Transaction, userId: string): Promise<Date | null> =>
  (
    await tx
      .select({ issuedAt: signals.issuedAt })
      .from(signals)
      .where(eq(signals.userId, userId))
      .orderBy(desc(signals.issuedAt))
      .limit(1)
  )[0]?.issuedAt ?? null;

/** Users without a trader whose claim of this one was rejected as taken since then. */
export const listRefusedClaimants = async (tx: Transaction, traderId: string, since: Date): Promise<string[]> => {
  const rows = await tx
    .selectDistinct({ userId: traderChecks.userId })
    .from(traderChecks)
    .innerJoin(users, eq(users.id, traderChecks.userId))
    .where(
      and(
        eq(traderChecks.traderId, traderId),
        eq(traderChecks.state, 'taken'),
        gte(traderChecks.startedAt, since),
        isNull(users.referralId),
        eq(users.isBlocked, false),
      ),
    )
    .limit(maxNotified);
  return rows.map(({ userId }) => userId);
};

export const updateTrader = async (tx: Transaction, userId: string, known: Partial<User>): Promise<void> => {
  await tx.update(users).set(known).where(eq(users.id, userId));
};

export const findLastBalance = async (tx: Transaction, userId: string) =>
  (
    await tx
      .select()
      .from(balanceHistory)
      .where(eq(balanceHistory.userId, userId))
      .orderBy(desc(balanceHistory.at))
      .limit(1)
  )[0];

export const insertBalance = async (tx: Transaction, row: typeof balanceHistory.$inferInsert): Promise<void> => {
  await tx.insert(balanceHistory).values(row).onConflictDoNothing();
};

/** The broker's totals of a trader follow its owner, whose registration decides where the first begins. */
export const moveTraderDays = async (tx: Transaction, traderId: string, userId: string): Promise<void> => {
  await tx.update(traderDays).set({ userId }).where(eq(traderDays.traderId, traderId));
  await tx.execute(sql`
    update trader_days d
    set turnover_before = ${totalBefore('net_turnover')}, commission_before = ${totalBefore('commission')}
    where d.trader_id = ${traderId}`);
};

/**
 * The total from which the gain of a trader's day `d` counts: that of the last day before with one.
 * The first reported day counts in full from the opening of the account if that was at most a month
 * before the user registered here; for an older account the earlier amount is not known to be ours,
 * and the day gains nothing. Null: the broker does not report this total.
 */
function totalBefore(total: 'net_turnover' | 'commission'): SQL {
  const column = sql.identifier(total);
  return sql`coalesce(
    (select p.${column} from trader_days p
      where p.trader_id = d.trader_id and p.day < d.day and p.${column} is not null order by p.day desc limit 1),
    (select 0 from users u where u.id = d.user_id and d.registered_at >= u.created_at - interval '1 month'),
    d.${column})`;
}

type ReportedDay = Omit<typeof traderDays.$inferSelect, 'turnoverBefore' | 'commissionBefore'>;

/**
 * The last answer of a day is the value of that day. One that arrives after an answer of a later day
 * changes nothing: the gain of that day counts from what was stored.
 */
export const upsertTraderDay = async (tx: Transaction, row: ReportedDay): Promise<void> => {
  const { userId, traderId, day, netTurnover, commission, registeredAt } = row;
  await tx.execute(sql`
    insert into trader_days (user_id, trader_id, day, net_turnover, commission, registered_at,
      turnover_before, commission_before)
    select d.*, ${totalBefore('net_turnover')}, ${totalBefore('commission')}
    from (values (${userId}::uuid, ${traderId}::text, ${day}::date, ${netTurnover}::numeric, ${commission}::numeric,
      ${registeredAt}::timestamptz)) as d(user_id, trader_id, day, net_turnover, commission, registered_at)
    where not exists (select from trader_days later where later.trader_id = d.trader_id and later.day > d.day)
    on conflict (trader_id, day) do update set user_id = excluded.user_id, net_turnover = excluded.net_turnover,
      commission = excluded.commission, registered_at = excluded.registered_at,
      turnover_before = excluded.turnover_before, commission_before = excluded.commission_before`);
};

export const findCheck = async (db: Executor, id: string): Promise<CheckRow | undefined> =>
  (await db.select().from(traderChecks).where(eq(traderChecks.id, id)))[0];

export const findNewestCheck = async (db: Executor, userId: string): Promise<CheckRow | undefined> =>
  (
    await db
      .select()
      .from(traderChecks)
      .where(eq(traderChecks.userId, userId))
      .orderBy(desc(traderChecks.startedAt), desc(isNotNull(traderChecks.nextAt)))
      .limit(1)
  )[0];

export const findRunningCheck = async (db: Executor, userId: string): Promise<CheckRow | undefined> =>
  (await db.select().from(traderChecks).where(isRunning(userId)))[0];

/** Row lock: the running check ends once. */
export const lockRunningCheck = async (tx: Transaction, userId: string): Promise<CheckRow | undefined> =>
  (await tx.select().from(traderChecks).where(isRunning(userId)).for('no key update'))[0];

const isRunning = (userId: string) => and(eq(traderChecks.userId, userId), isNotNull(traderChecks.nextAt));

export const insertCheck = async (tx: Transaction, check: CheckRow): Promise<void> => {
  await tx.insert(traderChecks).values(check);
};

/** False: the check was advanced concurrently. */
export const updateCheck = async (db: Executor, check: CheckRow, progress: Partial<CheckRow>): Promise<boolean> =>
  (
    await db
      .update(traderChecks)
      .set(progress)
      .where(
        and(eq(traderChecks.id, check.id), eq(traderChecks.attempts, check.attempts), isNotNull(traderChecks.nextAt)),
      )
      .returning({ id: traderChecks.id })
  ).length > 0;

/** Confirmed traders not yet queried on this day, ordered by user id. */
export const listUncheckedTraders = async (
  db: Database,
  { day, after, limit }: { day: string; after: string | null; limit: number },
): Promise<{ userId: string; traderId: string }[]> => {
  const checkedToday = db
    .select({ one: sql`1` })
    .from(traderDays)
    .where(and(eq(traderDays.traderId, users.referralId), eq(traderDays.day, day)));
  const rows = await db
    .select({ userId: users.id, traderId: users.referralId })
    .from(users)
    .where(and(isNotNull(users.referralId), after === null ? undefined : gt(users.id, after), notExists(checkedToday)))
    .orderBy(asc(users.id))
    .limit(limit);
  return rows.flatMap(({ userId, traderId }) => (traderId === null ? [] : [{ userId, traderId }]));
};
