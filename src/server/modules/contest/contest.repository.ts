import { and, asc, desc, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { ContestPeriod, ImageType } from '#domain/contest/contest-rules.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { signals, users } from '#server/database/schema.ts';
import {
  contestDraws,
  contestEntries,
  contestScreenshots,
  contestWinners,
} from '#server/database/tables/contest-tables.ts';

type WinnerRow = typeof contestWinners.$inferSelect;
export interface Winner extends WinnerRow {
  readonly email: string;
}

export const insertEntryIfAbsent = async (db: Executor, entry: typeof contestEntries.$inferInsert): Promise<void> => {
  await db.insert(contestEntries).values(entry).onConflictDoNothing();
};

const matchesEntry = (contestId: string, userId: string): SQL | undefined =>
  and(eq(contestEntries.contestId, contestId), eq(contestEntries.userId, userId));

export const hasEntry = async (db: Executor, contestId: string, userId: string): Promise<boolean> =>
  (await db.$count(contestEntries, matchesEntry(contestId, userId))) > 0;

export const countEntries = (db: Executor, contestId: string): Promise<number> =>
  db.$count(contestEntries, eq(contestEntries.contestId, contestId));

/** Signals that count: issued and ended within the period, with an edge, and not void. Deleted ones count too. */
const isCounted = ({ startsAt, endsAt }: ContestPeriod): SQL | undefined =>
  and(
    gte(signals.issuedAt, new Date(startsAt)),
    sql`${signals.issuedAt} + ${signals.duration} * interval '1 minute' <= ${new Date(endsAt)}`,
    signals.hasEdge,
    inArray(signals.result, ['successful', 'neutral', 'unsuccessful']),
  );

export const countSignals = (db: Executor, period: ContestPeriod, userId: string): Promise<number> =>
  db.$count(signals, and(eq(signals.userId, userId), isCounted(period)));

/** Participants with at least that many signals; not blocked or deleted ones. */
export const listStandings = (db: Executor, period: ContestPeriod, minSignals: number) => {
  const countResult = (result: 'successful' | 'unsuccessful') =>
    sql<number>`(count(*) filter (where ${signals.result} = ${result}))::int`;
  return db
    .select({
      userId: users.id,
      email: users.email,
      role: users.role,
      lang: users.lang,
      won: countResult('successful'),
      lost: countResult('unsuccessful'),
    })
    .from(contestEntries)
    .innerJoin(users, eq(users.id, contestEntries.userId))
    .innerJoin(signals, eq(signals.userId, users.id))
    .where(
      and(
        eq(contestEntries.contestId, period.id),
        isNull(users.deletedAt),
        eq(users.isBlocked, false),
        isCounted(period),
      ),
    )
    .groupBy(users.id)
    .having(sql`count(*) >= ${minSignals}`)
    .orderBy(users.id);
};
export type Standing = Awaited<ReturnType<typeof listStandings>>[number];

export const findDrawnAt = async (db: Executor, contestId: string): Promise<Date | null> =>
  (await db.select().from(contestDraws).where(eq(contestDraws.contestId, contestId)))[0]?.drawnAt ?? null;

/** False: the winners were drawn before. */
export const insertDrawIfAbsent = async (tx: Transaction, draw: typeof contestDraws.$inferInsert): Promise<boolean> =>
  (await tx.insert(contestDraws).values(draw).onConflictDoNothing().returning()).length > 0;

/** Row lock: changes of winners are serialized. */
export const lockDraw = async (tx: Transaction, contestId: string): Promise<void> => {
  await tx.select().from(contestDraws).where(eq(contestDraws.contestId, contestId)).for('no key update');
};

/** By prize, replaced winners before their successors. */
export const listWinners = async (db: Executor, contestId: string): Promise<Winner[]> => {
  const rows = await db
    .select({ winner: contestWinners, email: users.email })
    .from(contestWinners)
    .innerJoin(users, eq(users.id, contestWinners.userId))
    .where(eq(contestWinners.contestId, contestId))
    .orderBy(asc(contestWinners.prize), desc(contestWinners.status));
  return rows.map(({ winner, email }) => ({ ...winner, email }));
};

export const insertWinner = async (tx: Transaction, winner: WinnerRow): Promise<void> => {
  await tx.insert(contestWinners).values(winner);
};

const matchesWinner = (contestId: string, userId: string): SQL | undefined =>
  and(eq(contestWinners.contestId, contestId), eq(contestWinners.userId, userId));

export const lockWinner = async (tx: Transaction, contestId: string, userId: string): Promise<WinnerRow | undefined> =>
  (await tx.select().from(contestWinners).where(matchesWinner(contestId, userId)).for('no key update'))[0];

export const updateWinner = async (
  tx: Transaction,
  { contestId, userId }: WinnerRow,
  change: Partial<WinnerRow>,
): Promise<void> => {
  await tx.update(contestWinners).set(change).where(matchesWinner(contestId, userId));
};

export const countScreenshots = (db: Executor, contestId: string, userId: string): Promise<number> =>
  db.$count(
    contestScreenshots,
    and(eq(contestScreenshots.contestId, contestId), eq(contestScreenshots.userId, userId)),
  );

/** Without the pictures, oldest first. */
export const listScreenshots = (db: Executor, contestId: string) =>
  db
    .select({
      id: contestScreenshots.id,
      userId: contestScreenshots.userId,
      type: contestScreenshots.type,
      sentAt: contestScreenshots.sentAt,
    })
    .from(contestScreenshots)
    .where(eq(contestScreenshots.contestId, contestId))
    .orderBy(asc(contestScreenshots.sentAt));

export const insertScreenshot = async (
  tx: Transaction,
  screenshot: typeof contestScreenshots.$inferInsert,
): Promise<void> => {
  await tx.insert(contestScreenshots).values(screenshot);
};

export const findScreenshot = async (
  db: Executor,
  id: string,
): Promise<{ image: Buffer; type: ImageType } | undefined> =>
  (
    await db
      .select({ image: contestScreenshots.image, type: contestScreenshots.type })
      .from(contestScreenshots)
      .where(eq(contestScreenshots.id, id))
  )[0];
