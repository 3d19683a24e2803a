import { and, eq, gte, max, sql, sum } from 'drizzle-orm';
import type { ModelFigures } from '#contract/record/record.ts';
import type { Database } from '#server/database/connection.ts';
import { recordProofs } from '#server/database/tables/record-sums-tables.ts';

export type ProofCounts = Omit<typeof recordProofs.$inferSelect, 'countedTo'>;

/** The index of the first leaf that is not counted. */
export const findProofProgress = async (db: Database): Promise<number> =>
  (await db.select({ to: max(recordProofs.countedTo) }).from(recordProofs))[0]?.to ?? 0;

/** Adds to the rows of each market, day and model. */
export const addProofs = async (db: Database, rows: readonly ProofCounts[], countedTo: number): Promise<void> => {
  if (rows.length === 0) return;
  const column = (name: string) => sql.raw(`record_proofs.${name} + excluded.${name}`);
  await db
    .insert(recordProofs)
    .values(rows.map((row) => ({ ...row, countedTo })))
    .onConflictDoUpdate({
      target: [recordProofs.feed, recordProofs.day, recordProofs.model],
      set: {
        countedTo,
        signalsProven: column('signals_proven'),
        signalsUnproven: column('signals_unproven'),
        minutesProven: column('minutes_proven'),
        minutesUnproven: column('minutes_unproven'),
      },
    });
};

export type Proven = NonNullable<ModelFigures['proven']>;

/** By model, of statements from this day on (days since 1970; null: all). */
export const sumProofs = async (db: Database, feed: string, first: number | null): Promise<Map<string, Proven>> => {
  const isSince = first === null ? undefined : gte(recordProofs.day, first);
  const rows = await db
    .select({
      model: recordProofs.model,
      signals: sum(recordProofs.signalsProven).mapWith(Number),
      unprovenSignals: sum(recordProofs.signalsUnproven).mapWith(Number),
      minutes: sum(recordProofs.minutesProven).mapWith(Number),
      unprovenMinutes: sum(recordProofs.minutesUnproven).mapWith(Number),
    })
    .from(recordProofs)
    .where(and(eq(recordProofs.feed, feed), isSince))
    .groupBy(recordProofs.model);
  return new Map(
    rows.map(({ model, signals, unprovenSignals, minutes, unprovenMinutes }) => [
      model,
      { signals, ofSignals: signals + unprovenSignals, minutes, ofMinutes: minutes + unprovenMinutes },
    ]),
  );
};
