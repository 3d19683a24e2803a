import { and, asc, eq, gte, isNull, ne, sql } from 'drizzle-orm';
import type { LlmModelKey } from '#domain/signals/ai-model.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { StatedGroup } from '#engine/forecast/calibration/llm-calibration.ts';
import type { Database } from '#server/database/connection.ts';
import { llmAnswers } from '#server/database/tables/model-tables.ts';

export type LlmAnswerRow = typeof llmAnswers.$inferSelect;
type NewLlmAnswer = typeof llmAnswers.$inferInsert;

/** Key of an answer: one per market, model, pair, duration and minute. */
export interface AnswerKey {
  readonly feed: string;
  readonly model: LlmModelKey;
  readonly symbol: string;
  readonly duration: Duration;
  readonly minute: Date;
}

const at = ({ feed, model, symbol, duration, minute }: AnswerKey) =>
  and(
    eq(llmAnswers.feed, feed),
    eq(llmAnswers.model, model),
    eq(llmAnswers.symbol, symbol),
    eq(llmAnswers.duration, duration),
    eq(llmAnswers.minute, minute),
  );

export const findAnswer = async (db: Database, key: AnswerKey): Promise<LlmAnswerRow | undefined> =>
  (await db.select().from(llmAnswers).where(at(key)))[0];

interface QuestionKey {
  readonly model: LlmModelKey;
  readonly version: string;
  readonly symbol: string;
  readonly questionHash: Buffer;
}

/** The first answer of this model to the identical question about this pair. */
export const findSameQuestion = async (db: Database, requested: QuestionKey): Promise<LlmAnswerRow | undefined> =>
  (
    await db
      .select()
      .from(llmAnswers)
      .where(
        and(
          eq(llmAnswers.questionHash, requested.questionHash),
          eq(llmAnswers.model, requested.model),
          eq(llmAnswers.version, requested.version),
          eq(llmAnswers.symbol, requested.symbol),
        ),
      )
      .orderBy(asc(llmAnswers.answeredAt))
      .limit(1)
  )[0];

/**
 * Returns what is stored: two processes that asked at the same time both continue with the first
 * answer.
 */
export async function insertAnswer(db: Database, answer: NewLlmAnswer & AnswerKey): Promise<LlmAnswerRow> {
  const inserted = await db.insert(llmAnswers).values(answer).onConflictDoNothing().returning();
  const stored = inserted[0] ?? (await findAnswer(db, answer));
  if (!stored) throw new Error('language model answer was neither inserted nor found');
  return stored;
}

/** Dollars, of all feeds and models. */
export const sumCostSince = async (db: Database, since: Date): Promise<number> => {
  const costUsd = sql<number>`coalesce(sum(${llmAnswers.costUsd}), 0)::float8`;
  return (await db.select({ costUsd }).from(llmAnswers).where(gte(llmAnswers.answeredAt, since)))[0]?.costUsd ?? 0;
};

/** Oldest first; only answers whose duration had passed at `passedBy`. */
export const listUnjudged = (db: Database, feed: string, passedBy: Date, limit: number): Promise<LlmAnswerRow[]> =>
  db
    .select()
    .from(llmAnswers)
    .where(
      and(
        eq(llmAnswers.feed, feed),
        isNull(llmAnswers.outcome),
        sql`${llmAnswers.minute} + ${llmAnswers.duration} * interval '1 minute' <= ${passedBy.toISOString()}`,
      ),
    )
    .orderBy(asc(llmAnswers.minute))
    .limit(limit);

export const updateOutcome = async (db: Database, row: LlmAnswerRow, outcome: Outcome): Promise<void> => {
  await db
    .update(llmAnswers)
    .set({ outcome })
    .where(and(at({ ...row, duration: row.duration }), isNull(llmAnswers.outcome)));
};

/**
 * The newest settled outcomes of a model, at most `limit`, by stated confidence in whole percent.
 * Ties and void ones are excluded.
 */
export async function readSettledRecord(
  db: Database,
  { feed, model, version }: Pick<LlmAnswerRow, 'feed' | 'model' | 'version'>,
  limit: number,
): Promise<StatedGroup[]> {
  const newest = db
    .select({
      confidence: sql<number>`round((0.5 + abs(${llmAnswers.pUp} - 0.5))::numeric, 2)::float8`.as('confidence'),
      outcome: llmAnswers.outcome,
    })
    .from(llmAnswers)
    .where(
      and(
        eq(llmAnswers.feed, feed),
        eq(llmAnswers.model, model),
        eq(llmAnswers.version, version),
        sql`${llmAnswers.outcome} in ('successful', 'unsuccessful')`,
        // One half states no direction, so it has no outcome.
        ne(llmAnswers.pUp, 0.5),
      ),
    )
    // The order of the index.
    .orderBy(sql`${llmAnswers.minute} desc nulls last`)
    .limit(limit)
    .as('newest');
  return db
    .select({
      confidence: newest.confidence,
      count: sql<number>`count(*)::int`,
      won: sql<number>`(count(*) filter (where ${newest.outcome} = 'successful'))::int`,
    })
    .from(newest)
    .groupBy(newest.confidence)
    .orderBy(newest.confidence);
}
