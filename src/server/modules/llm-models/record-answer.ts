import { randomBytes } from 'node:crypto';
import { toInstant } from '#contract/wire.ts';
import { minuteMs } from '#domain/time.ts';
import { ageForecast, type Forecast } from '#engine/forecast/forecaster.ts';
import { type AnswerLeaf, recordLimits } from '#record/leaf.ts';
import { roundProbability } from '#record/lines.ts';
import { inTransaction, type Transaction, type UnitOfWork } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { issueTime } from '#server/start/trusted-clock.ts';
import { appendLeaves, lockRecord } from '#server/modules/record/append/append-leaves.ts';
import {
  findCurrentMinute,
  findOpenMinute,
  listNaming,
  readLeaf,
} from '#server/modules/record/append/stored-leaves.ts';
import type { LlmAnswerRow } from './llm-answers.repository.ts';
import type { LlmModelsContext } from './llm-models-context.ts';

/** What every forecast of an answer follows from. */
export interface RecordedAnswer {
  /** Of its leaf; null: no record is kept of this market. */
  readonly index: number | null;
  /** Percent for the stated side, as of `at`; milliseconds of market time. */
  readonly probability: number;
  readonly at: number;
}

/**
 * Appends an answer to the record, once: before the first signal that passes it on. A later request
 * gets what was recorded then, so that all signals of an answer state the same. Null: its minute is
 * not the newest any more, so nothing may pass it on.
 */
export async function recordAnswer(
  ctx: LlmModelsContext,
  answer: LlmAnswerRow,
  made: Forecast,
): Promise<RecordedAnswer | null> {
  const state = await ctx.record.readMarketState();
  if (state === 'kept') return inTransaction(ctx.db, (work) => append(ctx, work, answer, made));
  return state === 'starting' ? null : { index: null, probability: made.passability, at: made.decidedAt };
}

async function append(
  { marketClock }: LlmModelsContext,
  { tx }: UnitOfWork,
  answer: LlmAnswerRow,
  made: Forecast,
): Promise<RecordedAnswer | null> {
  const { model, symbol: pair, duration, questionHash } = answer;
  const minute = made.barTime;
  const head = await lockRecord(tx);
  const stated = await findOpenMinute(tx, minute);
  const before = stated === undefined ? null : await findAnswer(tx, stated, answer);
  if (before) return before;
  const at = issueTime(marketClock.now(), head.newestAt);
  if (at === null) throw apiError('clock_wrong', { retryAfterS: 60 });
  const isOpen = at - minute - minuteMs <= recordLimits.passedOnWithinMs;
  const current = { minute, at, withinMs: recordLimits.previousQuestionMs };
  const index = isOpen ? await findCurrentMinute(tx, head, current) : null;
  if (index === null || !questionHash) return null;
  const probability = roundProbability(ageForecast(made, at).passability);
  const leaf: AnswerLeaf = {
    kind: 'answer',
    model,
    pair,
    duration,
    minute: index,
    question: questionHash.toString('hex'),
    stated: answer.pUp,
    probability,
    at: toInstant(at),
    nonce: randomBytes(16).toString('hex'),
  };
  await appendLeaves(tx, head, [leaf]);
  return { index: head.size, probability, at };
}

async function findAnswer(tx: Transaction, minute: number, { model, symbol, duration }: LlmAnswerRow) {
  for (const row of await listNaming(tx, [minute], ['answer'])) {
    const leaf = readLeaf(row);
    if (leaf.kind === 'answer' && leaf.model === model && leaf.pair === symbol && leaf.duration === duration)
      return { index: row.index, probability: leaf.probability, at: Date.parse(leaf.at) };
  }
  return null;
}
