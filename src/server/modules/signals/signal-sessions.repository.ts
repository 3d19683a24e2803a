import { and, desc, eq, gte, inArray, isNull, lt, min, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connection.ts';
import { outcomes, signals } from '#server/database/schema.ts';
import { sessionSignals, signalSessions } from '#server/database/signal-tables.ts';

export type SessionRow = typeof signalSessions.$inferSelect;
type Executor = Database | Transaction;

/** Undefined: another run of the user was started concurrently. */
export const insertSession = async (tx: Transaction, session: SessionRow): Promise<SessionRow | undefined> =>
  (await tx.insert(signalSessions).values(session).onConflictDoNothing().returning())[0];

/** Row lock (`FOR UPDATE`): serialises all steps of a run. */
export const lockSession = async (tx: Transaction, id: string): Promise<SessionRow | undefined> =>
  (await tx.select().from(signalSessions).where(eq(signalSessions.id, id)).for('no key update'))[0];

export const lockRunningSession = async (tx: Transaction, userId: string): Promise<SessionRow | undefined> =>
  (
    await tx
      .select()
      .from(signalSessions)
      .where(and(eq(signalSessions.userId, userId), isNull(signalSessions.stoppedAt)))
      .for('no key update')
  )[0];

export const findNewestSession = async (db: Executor, userId: string): Promise<SessionRow | undefined> =>
  (
    await db
      .select()
      .from(signalSessions)
      .where(eq(signalSessions.userId, userId))
      .orderBy(desc(signalSessions.startedAt))
      .limit(1)
  )[0];

type SessionChange = Partial<Pick<SessionRow, 'step' | 'state' | 'nextSignalAt' | 'stoppedAt' | 'stopReason'>>;

export const updateSession = async (tx: Transaction, id: string, change: SessionChange): Promise<void> => {
  await tx.update(signalSessions).set(change).where(eq(signalSessions.id, id));
};

/** The smallest daily limit among the runs the user started since then; null: no runs. */
export const findSmallestLimitSince = async (db: Executor, userId: string, since: Date): Promise<number | null> =>
  (
    await db
      .select({ least: min(signalSessions.dailyLimit) })
      .from(signalSessions)
      .where(and(eq(signalSessions.userId, userId), gte(signalSessions.startedAt, since)))
  )[0]?.least ?? null;

/** The step of an auto-signal run that a signal belongs to. */
export interface SessionStep {
  readonly sessionId: string;
  readonly step: number;
}

/** Returns those steps that are still pending, and locks their runs until the commit. */
export const lockOpenSteps = async (tx: Transaction, steps: readonly SessionStep[]): Promise<Set<string>> => {
  if (steps.length === 0) return new Set();
  const ids = steps.map(({ sessionId }) => sessionId);
  const open = await tx
    .select({ id: signalSessions.id, step: signalSessions.step })
    .from(signalSessions)
    .where(and(inArray(signalSessions.id, ids), isNull(signalSessions.stoppedAt)))
    .for('share');
  const isOpen = (one: SessionStep) => open.some(({ id, step }) => id === one.sessionId && step === one.step);
  return new Set(steps.filter(isOpen).map(({ sessionId }) => sessionId));
};

export const insertSessionSignals = async (
  tx: Transaction,
  rows: readonly (typeof sessionSignals.$inferInsert)[],
): Promise<void> => {
  if (rows.length > 0) await tx.insert(sessionSignals).values([...rows]);
};

/** Runs that await the outcomes of these signals. */
export const listSessionsOfSignals = (db: Database, signalIds: readonly string[]): Promise<SessionStep[]> =>
  db
    .select({ sessionId: signalSessions.id, step: signalSessions.step })
    .from(sessionSignals)
    .innerJoin(signalSessions, eq(signalSessions.id, sessionSignals.sessionId))
    .where(and(inArray(sessionSignals.signalId, [...signalIds]), isNull(signalSessions.stoppedAt)));

/**
 * Running auto-signal runs whose next step was due before this, either by their own schedule or
 * because their last signal has its outcome.
 */
export const listOverdueSessions = (db: Database, before: Date): Promise<SessionStep[]> => {
  const isSettledSince = sql`not exists (
    select 1 from session_signals of_session join signals one on one.id = of_session.signal_id
      left join outcomes ended on ended.signal_id = one.id
    where of_session.session_id = ${signalSessions.id} and (one.status <> 'settled' or ended.settled_at >= ${before}))`;
  return db
    .select({ sessionId: signalSessions.id, step: signalSessions.step })
    .from(signalSessions)
    .where(
      and(
        isNull(signalSessions.stoppedAt),
        or(
          lt(signalSessions.nextSignalAt, before),
          and(eq(signalSessions.state, 'running'), lt(signalSessions.startedAt, before), isSettledSince),
        ),
      ),
    );
};

/** More than any series of losses, ties and void signals. */
const pastSignals = 200;

/** Newest first. */
export const listSignalsOfSession = (db: Executor, sessionId: string) =>
  db
    .select({
      id: signals.id,
      status: signals.status,
      result: signals.result,
      issuedAt: signals.issuedAt,
      expiresAt: signals.expiresAt,
      duration: signals.duration,
      settledAt: outcomes.settledAt,
    })
    .from(sessionSignals)
    .innerJoin(signals, eq(signals.id, sessionSignals.signalId))
    .leftJoin(outcomes, eq(outcomes.signalId, signals.id))
    .where(eq(sessionSignals.sessionId, sessionId))
    .orderBy(desc(sessionSignals.step))
    .limit(pastSignals);
export type SessionSignal = Awaited<ReturnType<typeof listSignalsOfSession>>[number];

/** Counts automatic signals of all runs, including those the user has deleted. */
export const countAutomaticSince = async (db: Executor, userId: string, since: Date): Promise<number> =>
  (
    await db
      .select({ count: sql<number>`count(*)::int` })
      .from(signals)
      .innerJoin(sessionSignals, eq(sessionSignals.signalId, signals.id))
      .where(and(eq(signals.userId, userId), gte(signals.issuedAt, since)))
  )[0]?.count ?? 0;

export const listSymbolsSince = async (db: Database, userId: string, since: Date): Promise<string[]> =>
  (
    await db
      .selectDistinct({ symbol: signals.symbol })
      .from(signals)
      .where(and(eq(signals.userId, userId), gte(signals.issuedAt, since)))
  ).map(({ symbol }) => symbol);
