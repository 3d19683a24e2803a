import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { toInstantOrNull } from '#contract/wire.ts';
import type { ListedScreenshot } from '#record/contest-draw.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { contestProofs, contests } from '#server/database/tables/contest-tables.ts';
import { signals, users } from '#server/database/schema.ts';

export type ProofRow = typeof contestProofs.$inferSelect;
/** Every column except the picture itself. */
const { image: _image, ...withoutImage } = getTableColumns(contestProofs);

export const listOwnProofs = (db: Executor, contestId: string, userId: string) =>
  db
    .select(withoutImage)
    .from(contestProofs)
    .where(and(eq(contestProofs.contestId, contestId), eq(contestProofs.userId, userId)))
    .orderBy(asc(contestProofs.sentAt));

/** More than an administrator looks through at once. */
const maxListed = 200;

/** Pending ones, oldest first, with the data they are compared with. */
export const listPendingProofs = (db: Executor, contestId: string) =>
  db
    .select({
      ...withoutImage,
      email: users.email,
      bytes: sql<number>`octet_length(${contestProofs.image})`,
      symbol: signals.symbol,
      direction: signals.direction,
      duration: signals.duration,
      issuedAt: signals.issuedAt,
    })
    .from(contestProofs)
    .innerJoin(users, eq(users.id, contestProofs.userId))
    .leftJoin(signals, eq(signals.id, contestProofs.signalId))
    .where(and(eq(contestProofs.contestId, contestId), eq(contestProofs.status, 'pending')))
    .orderBy(asc(contestProofs.sentAt))
    .limit(maxListed);

/** Of trades: what a closing states about each. */
export const listDecisions = async (db: Executor, contestId: string): Promise<ListedScreenshot[]> => {
  const rows = await db
    .select({ id: contestProofs.id, status: contestProofs.status, decidedAt: contestProofs.decidedAt })
    .from(contestProofs)
    .where(and(eq(contestProofs.contestId, contestId), isNotNull(contestProofs.signalId)))
    .orderBy(asc(contestProofs.id));
  return rows.map((row) => ({ ...row, decidedAt: toInstantOrNull(row.decidedAt) }));
};

/** Of trades: a closing waits until all of them are decided. */
export const countPendingTrades = async (db: Executor, contestId: string): Promise<number> =>
  db.$count(
    contestProofs,
    and(eq(contestProofs.contestId, contestId), eq(contestProofs.status, 'pending'), isNotNull(contestProofs.signalId)),
  );

/**
 * Number of screenshots that a participant has sent and that were not rejected: of trades, or as a
 * winner.
 */
export const countSent = async (
  db: Executor,
  { contestId, userId, ofTrades }: { contestId: string; userId: string; ofTrades: boolean },
): Promise<number> =>
  db.$count(
    contestProofs,
    and(
      eq(contestProofs.contestId, contestId),
      eq(contestProofs.userId, userId),
      ne(contestProofs.status, 'refused'),
      ofTrades ? isNotNull(contestProofs.signalId) : isNull(contestProofs.signalId),
    ),
  );

/** Number of screenshots sent by each winner. */
export const countWinnersProofs = async (db: Executor, contestId: string): Promise<Map<string, number>> => {
  const rows = await db
    .select({ userId: contestProofs.userId, count: sql<number>`count(*)::int` })
    .from(contestProofs)
    .where(and(eq(contestProofs.contestId, contestId), isNull(contestProofs.signalId)))
    .groupBy(contestProofs.userId);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
};

/** False: that signal already has a screenshot. */
export const insertProof = async (tx: Transaction, proof: typeof contestProofs.$inferInsert): Promise<boolean> =>
  (await tx.insert(contestProofs).values(proof).onConflictDoNothing().returning({ id: contestProofs.id })).length > 0;

export const findContestOfProof = async (tx: Transaction, id: string): Promise<string | undefined> =>
  (await tx.select({ contestId: contestProofs.contestId }).from(contestProofs).where(eq(contestProofs.id, id)))[0]
    ?.contestId;

export const lockProof = async (tx: Transaction, id: string): Promise<Omit<ProofRow, 'image'> | undefined> =>
  (await tx.select(withoutImage).from(contestProofs).where(eq(contestProofs.id, id)).for('no key update'))[0];

export const findImage = async (db: Executor, id: string): Promise<Pick<ProofRow, 'image' | 'type'> | undefined> =>
  (
    await db
      .select({ image: contestProofs.image, type: contestProofs.type })
      .from(contestProofs)
      .where(eq(contestProofs.id, id))
  )[0];

export const updateProof = async (
  tx: Transaction,
  id: string,
  decision: Pick<ProofRow, 'status' | 'decidedAt' | 'decidedBy'>,
): Promise<void> => {
  await tx.update(contestProofs).set(decision).where(eq(contestProofs.id, id));
};

export const findSignal = async (
  db: Executor,
  id: string,
): Promise<
  Pick<typeof signals.$inferSelect, 'id' | 'userId' | 'symbol' | 'issuedAt' | 'status' | 'result'> | undefined
> =>
  (
    await db
      .select({
        id: signals.id,
        userId: signals.userId,
        symbol: signals.symbol,
        issuedAt: signals.issuedAt,
        status: signals.status,
        result: signals.result,
      })
      .from(signals)
      .where(eq(signals.id, id))
  )[0];

/**
 * Of contests that ended before an instant: they need no review any more. Returns the number
 * deleted.
 */
export const deleteUserProofs = async (db: Executor, endedBefore: Date): Promise<number> => {
  const ended = db.select({ id: contests.id }).from(contests).where(lt(contests.endsAt, endedBefore));
  const gone = await db
    .delete(contestProofs)
    .where(inArray(contestProofs.contestId, ended))
    .returning({ id: contestProofs.id });
  return gone.length;
};
