import { and, desc, eq, gt, gte, sql } from 'drizzle-orm';
import type { Outcome } from '#domain/signals/outcome.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { ownLimits, traderStops } from '#server/database/tables/limit-tables.ts';
import { signals } from '#server/database/schema.ts';

export type LimitsRow = typeof ownLimits.$inferSelect;

export const findLimits = async (db: Executor, userId: string): Promise<LimitsRow | undefined> =>
  (await db.select().from(ownLimits).where(eq(ownLimits.userId, userId)))[0];

interface LimitedDay {
  readonly row: LimitsRow;
  /** As of `listResultsSince`. */
  readonly results: readonly (Outcome | null)[];
}

/** The limits of those users who set any, with the results since then, in one statement. */
export const listLimitedDays = (db: Executor, userIds: readonly string[], since: Date): Promise<LimitedDay[]> => {
  const isOfDay = and(eq(signals.userId, ownLimits.userId), gte(signals.issuedAt, since));
  const results = sql<(Outcome | null)[]>`(
    select coalesce(json_agg(${signals.result} order by ${signals.issuedAt} desc), '[]') from ${signals} where ${isOfDay})`;
  return db
    .select({ row: ownLimits, results })
    .from(ownLimits)
    .where(sql`${ownLimits.userId} = any(${sql.param([...userIds])}::uuid[])`);
};

export const listAskedStops = async (
  tx: Transaction,
  userIds: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> => {
  const isOfThem = sql`${ownLimits.userId} = any(${sql.param([...userIds])}::uuid[])`;
  const rows = await tx
    .select({ userId: ownLimits.userId })
    .from(ownLimits)
    .where(and(isOfThem, gt(ownLimits.stoppedUntil, at)));
  return new Set(rows.map(({ userId }) => userId));
};

/** Locks the user's row until the commit; inserts `empty` if there was none. */
export async function lockLimits(tx: Transaction, empty: LimitsRow): Promise<LimitsRow> {
  await tx.insert(ownLimits).values(empty).onConflictDoNothing();
  const [row] = await tx.select().from(ownLimits).where(eq(ownLimits.userId, empty.userId)).for('no key update');
  return row ?? empty;
}

export const updateLimits = async (tx: Transaction, { userId, ...change }: LimitsRow): Promise<void> => {
  await tx.update(ownLimits).set(change).where(eq(ownLimits.userId, userId));
};

/**
 * Of all signals issued since then, newest first, including those that the user removed from the
 * lists; null: it is open.
 */
export const listResultsSince = async (db: Executor, userId: string, since: Date): Promise<(Outcome | null)[]> =>
  (
    await db
      .select({ result: signals.result })
      .from(signals)
      .where(and(eq(signals.userId, userId), gte(signals.issuedAt, since)))
      .orderBy(desc(signals.issuedAt))
  ).map(({ result }) => result);

/** Of two stops of one trader, the later one applies. */
export const upsertTraderStop = async (tx: Transaction, stop: typeof traderStops.$inferInsert): Promise<void> => {
  const stoppedUntil = sql`greatest(${traderStops.stoppedUntil}, excluded.stopped_until)`;
  await tx
    .insert(traderStops)
    .values(stop)
    .onConflictDoUpdate({ target: traderStops.traderHash, set: { stoppedUntil } });
};

export const findTraderStop = async (tx: Transaction, traderHash: Buffer, now: Date): Promise<Date | null> => {
  const isRunning = and(eq(traderStops.traderHash, traderHash), gt(traderStops.stoppedUntil, now));
  const found = await tx.select().from(traderStops).where(isRunning);
  return found[0]?.stoppedUntil ?? null;
};
