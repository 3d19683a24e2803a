import { pgTable, primaryKey, text, check, doublePrecision, index, integer, smallint } from 'drizzle-orm/pg-core';
import { type AiModelKey, llmModelKeys, type LlmReason } from '#domain/signals/ai-model.ts';
import { instant, bytes, checkValues } from '#server/database/columns.ts';
import { sql } from 'drizzle-orm';
import type { Duration } from '#domain/market/duration.ts';
import { outcomes } from '#domain/signals/outcome.ts';

/**
 * The one-minute bars of a feed, a row for each pair and trading day (17:00 to 17:00 New York) that
 * has ended. A row without bars: the feed has none of that day.
 */
export const feedDays = pgTable(
  'feed_days',
  {
    feed: text().notNull(),
    /** End of the trading day. */
    day: instant().notNull(),
    symbol: text().notNull(),
    /** JSON: start, open, high, low and close of each bar, in ascending time. */
    bars: text().notNull(),
  },
  (t) => [primaryKey({ name: 'feed_days__feed_day_symbol', columns: [t.feed, t.day, t.symbol] })],
);

/** What came of the forecasts of a model on a trading day: the newest ones calibrate it. */
export const calibrationDays = pgTable(
  'calibration_days',
  {
    feed: text().notNull(),
    model: text().$type<AiModelKey>().notNull(),
    version: text().notNull(),
    day: instant().notNull(),
    /** Written by engine/forecast/calibration/calibration-statistics.ts. */
    statistics: text().notNull(),
  },
  (t) => [
    primaryKey({ name: 'calibration_days__feed_model_version_day', columns: [t.feed, t.model, t.version, t.day] }),
  ],
);

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
    check('llm_answers__duration', sql`${t.duration} in (2, 3, 5, 7, 10)`),
    check('llm_answers__p_up', sql`${t.pUp} between 0 and 1`),
    check('llm_answers__cost_usd', sql`${t.costUsd} >= 0`),
    checkValues('llm_answers__outcome', t.outcome, outcomes),
  ],
);
