import { createHash } from 'node:crypto';
import type { LlmModelKey } from '#domain/signals/ai-model.ts';
import type { ErrorPhrase } from '#phrases/errors.ts';
import { apiError } from '#server/http/api-error.ts';
import { type LlmAnswer, type LlmQuestion, LlmUnavailable } from '#server/integrations/llm/llm.ts';
import { pause } from '#server/jobs/scheduler.ts';
import { callsOfUserPerHour, takeCall } from './call-budget.ts';
import {
  type AnswerKey,
  findAnswer,
  findSameQuestion,
  insertAnswer,
  type LlmAnswerRow,
} from './llm-answers.repository.ts';
import type { LlmModelsContext } from './llm-models-context.ts';
import { getVersion } from './question.ts';
import { countFailure, findRest } from './service-rest.ts';

const retryAfterS = 10;
/** A process that died while it asked holds nobody up for longer; an answer takes 8 s at most. */
const askedForMs = 10_000;
const pollMs = 200;

/**
 * One call per pair, duration and minute, shared by all users and processes: while it is in flight,
 * and afterwards from the table. The identical question in another minute, as in a replay of the
 * same bars, is answered from the table too. A call is taken from the budget of the user who asks
 * first.
 */
export function judgeOnce(
  ctx: LlmModelsContext,
  key: AnswerKey,
  question: () => LlmQuestion,
  userId: string,
): Promise<LlmAnswerRow> {
  const { inFlight } = ctx;
  const name = getName(key);
  const shared = inFlight.get(name) ?? findOrJudge(ctx, key, question, userId).finally(() => inFlight.delete(name));
  inFlight.set(name, shared);
  return shared;
}

async function findOrJudge(
  ctx: LlmModelsContext,
  key: AnswerKey,
  question: () => LlmQuestion,
  userId: string,
): Promise<LlmAnswerRow> {
  const { db, attempts } = ctx;
  const stored = await findAnswer(db, key);
  if (stored) return stored;
  const { model, symbol, duration } = key;
  const requested = question();
  const version = getVersion(ctx.llms[model]);
  const questionHash = computeHash(requested);
  const before = await findSameQuestion(db, { model, version, symbol, questionHash });
  // Judged where it was first asked: the same bars are no new evidence, so it is not stored
  // again.
  if (before) return { ...before, ...key };
  if ((await attempts.add('llm_question', getName(key), askedForMs)) > 1) return answerOfAnother(ctx, key);
  try {
    // Another process may have stored it between the first look and this turn.
    const meanwhile = await findAnswer(db, key);
    if (meanwhile) return meanwhile;
    const { pUp, reasons, usage, costUsd } = await judge(ctx, model, requested, userId);
    ctx.log.info({ model, symbol, duration, pUp, usage, costUsd }, 'language model request succeeded');
    const counted = { questionTokens: usage?.question ?? null, answerTokens: usage?.answer ?? null, costUsd };
    const answeredAt = new Date(ctx.clock.now());
    return await insertAnswer(db, { ...key, version, pUp, reasons, ...counted, questionHash, answeredAt });
  } finally {
    await attempts.invalidate('llm_question', getName(key));
  }
}

/** Another process asks this question now. */
async function answerOfAnother(ctx: LlmModelsContext, key: AnswerKey): Promise<LlmAnswerRow> {
  for (let waited = 0; waited < askedForMs; waited += pollMs) {
    await pause(ctx.scheduler.after, pollMs);
    const stored = await findAnswer(ctx.db, key);
    if (stored) return stored;
  }
  throw rejection(key.model, 'service_down', retryAfterS);
}

const phrases = { own_budget_spent: 'own_model_budget_spent', budget_spent: 'model_budget_spent' } as const;

async function judge(
  ctx: LlmModelsContext,
  model: LlmModelKey,
  question: LlmQuestion,
  userId: string,
): Promise<LlmAnswer> {
  const rest = ctx.rests[model];
  const resting = findRest(rest, ctx.clock.now());
  if (resting) throw rejection(model, resting.kind, resting.retryAfterS);
  const spent = await takeCall(ctx, userId);
  if (spent) throw rejection(model, spent.reason, spent.retryAfterS, phrases[spent.reason]);
  try {
    const answer = await ctx.llms[model].judge(question);
    rest.failures = 0;
    return answer;
  } catch (error) {
    if (!(error instanceof LlmUnavailable)) throw error;
    countFailure(rest, error, ctx.clock.now());
    ctx.log.warn({ model, kind: error.kind, err: error.cause }, 'language model request failed');
    throw rejection(model, error.kind, findRest(rest, ctx.clock.now())?.retryAfterS ?? retryAfterS);
  }
}

const rejection = (model: LlmModelKey, reason: string, seconds: number, phrase?: ErrorPhrase) =>
  apiError('model_unavailable', {
    details: { aiModel: model, reason },
    retryAfterS: seconds,
    params: { calls: callsOfUserPerHour },
    ...(phrase && { phrase }),
  });

const computeHash = ({ instructions, readings }: LlmQuestion): Buffer =>
  createHash('sha256').update(`${instructions}\n\n${readings}`).digest();

const getName = (key: AnswerKey): string => Object.values({ ...key, minute: key.minute.getTime() }).join(' ');
