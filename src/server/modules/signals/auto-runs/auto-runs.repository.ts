import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  min,
  ne,
  not,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { llmModelKeys } from '#domain/signals/ai-model.ts';
import type { Database, Executor, Transaction } from '#server/database/connection.ts';
import { outcomes, signals } from '#server/database/schema.ts';
import { autoRunSignals, autoRuns } from '#server/database/tables/auto-run-tables.ts';

export type AutoRunRow = typeof autoRuns.$inferSelect;
/** Undefined: another run of the user was started concurrently. */
export const insertAutoRun = async (tx: Transaction, run: AutoRunRow): Promise<AutoRunRow | undefined> =>
  (await tx.insert(autoRuns).values(run).onConflictDoNothing().returning())[0];

export const lockRunningAutoRun = async (tx: Transaction, userId: string): Promise<AutoRunRow | undefined> =>
  (
    await tx
      .select()
      .from(autoRuns)
      .where(and(eq(autoRuns.userId, userId), isNull(autoRuns.stoppedAt)))
      .for('no key update')
  )[0];

export const findNewestAutoRun = async (db: Executor, userId: string): Promise<AutoRunRow | undefined> =>
  (
    await db
      .select()
      .from(autoRuns)
      .where(eq(autoRuns.userId, userId))
      .orderBy(desc(autoRuns.startedAt), desc(autoRuns.stoppedAt))
      .limit(1)
  )[0];

/** A run after one of its steps. */
export type AutoRunMove = Pick<AutoRunRow, 'state' | 'nextSignalAt' | 'stoppedAt' | 'stopReason' | 'found'>;

/** Moves the runs one step further. */
export const moveAutoRuns = async (
  tx: Transaction,
  ids: readonly string[],
  { state, nextSignalAt, stoppedAt, stopReason, found }: AutoRunMove,
): Promise<void> => {
  await tx
    .update(autoRuns)
    .set({ state, nextSignalAt, stoppedAt, stopReason, found, step: sql`${autoRuns.step} + 1` })
    .where(inArray(autoRuns.id, [...ids]));
};

/** Undefined: the step was taken, or the run was stopped. */
export const findOpenStep = async (db: Executor, step: AutoRunStep): Promise<AutoRunRow | undefined> =>
  (await db.select().from(autoRuns).where(isOpenStep(step)))[0];

/** Row lock: serialises all steps of a run. */
export const lockOpenStep = async (tx: Transaction, step: AutoRunStep): Promise<AutoRunRow | undefined> =>
  (await tx.select().from(autoRuns).where(isOpenStep(step)).for('no key update'))[0];

const isOpenStep = ({ runId, step }: AutoRunStep) =>
  and(eq(autoRuns.id, runId), eq(autoRuns.step, step), isNull(autoRuns.stoppedAt));

/** Runs that look for a signal at `now`; none of a user with an active signal. */
export const listSearching = (db: Executor, now: Date, scope: SearchScope): Promise<AutoRunRow[]> => {
  const ownSignals = db.select({ id: signals.id }).from(signals);
  const isActive = and(eq(signals.userId, autoRuns.userId), ne(signals.status, 'settled'), not(signals.freesSlot));
  const found = db
    .select()
    .from(autoRuns)
    .where(
      and(
        isNull(autoRuns.stoppedAt),
        ne(autoRuns.state, 'running'),
        or(isNull(autoRuns.nextSignalAt), lte(autoRuns.nextSignalAt, now)),
        inScope(scope),
        notExists(ownSignals.where(isActive)),
      ),
    )
    .orderBy(autoRuns.userId);
  return 'limit' in scope ? found.limit(scope.limit) : found;
};

/** One run, or the next ones of local or language models by the id of their user. */
type SearchScope =
  | { readonly id: string }
  | { readonly models: 'local' | 'llm'; readonly after: string | null; readonly limit: number };

function inScope(scope: SearchScope) {
  if ('id' in scope) return eq(autoRuns.id, scope.id);
  const isIn = scope.models === 'llm' ? inArray : notInArray;
  return and(
    isIn(autoRuns.aiModel, [...llmModelKeys]),
    scope.after === null ? undefined : gt(autoRuns.userId, scope.after),
  );
}

/** The smallest daily limit among the runs the user started since then; null: no runs. */
export const findSmallestLimitSince = async (db: Executor, userId: string, since: Date): Promise<number | null> =>
  (
    await db
      .select({ least: min(autoRuns.dailyLimit) })
      .from(autoRuns)
      .where(and(eq(autoRuns.userId, userId), gte(autoRuns.startedAt, since)))
  )[0]?.least ?? null;

/** The step of an auto run that a signal belongs to. */
export interface AutoRunStep {
  readonly runId: string;
  readonly step: number;
}

export const stepKey = ({ runId, step }: AutoRunStep): string => `${runId} ${step}`;

/** Returns the keys of those steps that are still pending, and locks their runs until the commit; in one order, against deadlocks. */
export const lockOpenSteps = async (tx: Transaction, steps: readonly AutoRunStep[]): Promise<Set<string>> => {
  if (steps.length === 0) return new Set();
  const ids = steps.map(({ runId }) => runId);
  const open = await tx
    .select({ id: autoRuns.id, step: autoRuns.step })
    .from(autoRuns)
    .where(and(inArray(autoRuns.id, ids), isNull(autoRuns.stoppedAt)))
    .orderBy(autoRuns.id)
    .for('no key update');
  return new Set(open.map(({ id: runId, step }) => stepKey({ runId, step })));
};

export const insertAutoRunSignals = async (
  tx: Transaction,
  rows: readonly (typeof autoRunSignals.$inferInsert)[],
): Promise<void> => {
  await tx.insert(autoRunSignals).values([...rows]);
};

/** Open steps of the runs that await the outcomes of these signals. */
export const listStepsOfSignals = (db: Database, signalIds: readonly string[]): Promise<AutoRunStep[]> =>
  db
    .select({ runId: autoRuns.id, step: autoRuns.step })
    .from(autoRunSignals)
    .innerJoin(autoRuns, eq(autoRuns.id, autoRunSignals.runId))
    .where(and(inArray(autoRunSignals.signalId, [...signalIds]), isNull(autoRuns.stoppedAt)));

/** Steps of the runs whose signal has its outcome. */
export const listSettledSteps = (db: Database): Promise<AutoRunStep[]> => {
  const isOpen = sql`exists (
    select from auto_run_signals own join signals one on one.id = own.signal_id
    where own.run_id = ${autoRuns.id} and one.status <> 'settled')`;
  return db
    .select({ runId: autoRuns.id, step: autoRuns.step })
    .from(autoRuns)
    .where(and(isNull(autoRuns.stoppedAt), eq(autoRuns.state, 'running'), not(isOpen)));
};

/** More than any series of losses, ties and void signals. */
const pastSignals = 200;

/** Newest first. */
export const listSignalsOfAutoRun = (db: Executor, runId: string) =>
  db
    .select({
      id: signals.id,
      status: signals.status,
      result: signals.result,
      settledAt: outcomes.settledAt,
    })
    .from(autoRunSignals)
    .innerJoin(signals, eq(signals.id, autoRunSignals.signalId))
    .leftJoin(outcomes, eq(outcomes.signalId, signals.id))
    .where(eq(autoRunSignals.runId, runId))
    .orderBy(desc(autoRunSignals.step))
    .limit(pastSignals);
type AutoRunSignal = Awaited<ReturnType<typeof listSignalsOfAutoRun>>[number];

/** Counts automatic signals of all runs, including those the user has deleted. */
export const countAutomaticSince = async (db: Executor, userId: string, since: Date): Promise<number> =>
  (
    await db
      .select({ count: sql<number>`count(*)::int` })
      .from(signals)
      .innerJoin(autoRunSignals, eq(autoRunSignals.signalId, signals.id))
      .where(and(eq(signals.userId, userId), gte(signals.issuedAt, since)))
  )[0]?.count ?? 0;

/** The pairs of each user's signals since then. */
export const listSymbolsSince = async (
  db: Database,
  userIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, string[]>> => {
  const rows = await db
    .selectDistinct({ userId: signals.userId, symbol: signals.symbol })
    .from(signals)
    .where(and(sql`${signals.userId} = any(${sql.param([...userIds])}::uuid[])`, gte(signals.issuedAt, since)));
  const groups = Map.groupBy(rows, ({ userId }) => userId);
  return new Map([...groups].map(([userId, own]) => [userId, own.map(({ symbol }) => symbol)]));
};

/** History of a run so far. */
export interface AutoRunPast {
  /** Newest first. */
  readonly signals: readonly AutoRunSignal[];
  /** Across all runs of the user. */
  readonly signalsToday: number;
}

/** A search for the next signal of a run, and the run's history until then. */
export interface AutoRunSearch {
  readonly run: AutoRunRow;
  readonly past: AutoRunPast;
}
