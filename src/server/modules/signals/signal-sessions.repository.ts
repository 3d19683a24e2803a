import { and, desc, eq, gte, inArray, isNull, lt, min, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connection.ts';
import { outcomes, signals } from '#server/database/schema.ts';
import { sessionSignals, signalSessions } from '#server/database/signal-tables.ts';

export type SessionRow = typeof signalSessions.$inferSelect;
type Executor = Database | Transaction;

/** Undefined: another one of the user began at the same moment. */
export const insertSession = async (tx: Transaction, session: SessionRow): Promise<SessionRow | undefined> =>
  (await tx.insert(signalSessions).values(session).onConflictDoNothing().returning())[0];

/** Whoever moves a session on waits here for whoever else does. */
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

/** The smallest daily limit the user began a session with since then; null: none began. */
export const findSmallestLimitSince = async (db: Executor, userId: string, since: Date): Promise<number | null> =>
  (
    await db
      .select({ least: min(signalSessions.dailyLimit) })
      .from(signalSessions)
      .where(and(eq(signalSessions.userId, userId), gte(signalSessions.startedAt, since)))
  )[0]?.least ?? null;

/** Which step of a session a signal is for. */
export interface SessionStep {
  readonly sessionId: string;
  readonly step: number;
}

/** Of these steps those that are still to be taken; their sessions stay as they are until the commit. */
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

/** Sessions that wait for the results of these signals. */
export const listSessionsOfSignals = (db: Database, signalIds: readonly string[]): Promise<SessionStep[]> =>
  db
    .select({ sessionId: signalSessions.id, step: signalSessions.step })
    .from(sessionSignals)
    .innerJoin(signalSessions, eq(signalSessions.id, sessionSignals.sessionId))
    .where(and(inArray(sessionSignals.signalId, [...signalIds]), isNull(signalSessions.stoppedAt)));

/** Running sessions whose next step was due before this: by their own word, or because their last signal has its result. */
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

/** More than a series of losses, ties and void signals can be long. */
const pastSignals = 200;

/** The newest first. */
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

/** Automatic signals of all sessions; what the user took off the lists was issued all the same. */
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
