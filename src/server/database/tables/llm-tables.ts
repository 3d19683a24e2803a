import { sql } from 'drizzle-orm';
import { check, doublePrecision, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { Duration } from '#domain/market/duration.ts';
import { llmModelKeys, type LlmReason } from '#domain/signals/ai-model.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { bytes, checkValues, instant } from '../columns.ts';

/**
 * Answers of a language model per pair, minute and duration, shared by all users, with their
 * outcomes by the following bars: its settled record. A minute is never requested twice.
 */
export const llmAnswers = pgTable(
  'llm_answers',
  {
    /** Market, as in ticks. */
    feed: text().notNull(),
    model: text({ enum: llmModelKeys }).notNull(),
    symbol: text().notNull(),
    duration: smallint().$type<Duration>().notNull(),
    /** The decision time: when the last bar in the input had closed. */
    minute: instant().notNull(),
    /**
     * The model's name at its service and the prompt version: a change of either starts a new
     * record.
     */
    version: text().notNull(),
    /** P(up) as stated, not calibrated. */
    pUp: doublePrecision().notNull(),
    reasons: text().array().$type<readonly LlmReason[]>().notNull(),
    questionTokens: integer(),
    answerTokens: integer(),
    costUsd: doublePrecision(),
    /**
     * SHA-256 of the whole prompt: a replay of the same bars sends the same prompt and gets the
     * cached answer.
     */
    questionHash: bytes(),
    answeredAt: instant().notNull(),
    /** Null: not judged yet. Void: the deciding bars are missing. */
    outcome: text({ enum: outcomes }),
  },
  (t) => [
    primaryKey({ name: 'llm_answers__place', columns: [t.feed, t.model, t.symbol, t.duration, t.minute] }),
    index('llm_answers__record_idx').on(t.feed, t.model, t.version, t.minute.desc()),
    index('llm_answers__question_hash_idx').on(t.questionHash),
    index('llm_answers__answered_at_idx').on(t.answeredAt),
    index('llm_answers__unjudged_idx').on(t.feed, t.minute).where(sql`${t.outcome} is null`),
    checkValues('llm_answers__model', t.model, llmModelKeys),
    check('llm_answers__duration', sql`${t.duration} in (2, 3, 5, 7, 10)`),
    check('llm_answers__p_up', sql`${t.pUp} between 0 and 1`),
    check('llm_answers__cost_usd', sql`${t.costUsd} >= 0`),
    checkValues('llm_answers__outcome', t.outcome, outcomes),
  ],
);
