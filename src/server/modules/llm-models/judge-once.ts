import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { LlmModelKey } from '#domain/signals/ai-model.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { ErrorPhrase } from '#phrases/errors.ts';
import { apiError } from '#server/http/api-error.ts';
import { type Llm, type LlmAnswer, type LlmQuestion, LlmUnavailable } from '#server/integrations/llm/llm.ts';
import type { Platform } from '#server/start/platform.ts';
import { type CallBudget, callsOfUserPerHour } from './call-budget.ts';
import {
  type AnswerPlace,
  findAnswer,
  findSameQuestion,
  insertAnswer,
  type LlmAnswerRow,
} from './llm-answers.repository.ts';
import { getVersion } from './question.ts';
import type { ServiceRest } from './service-rest.ts';

/**
 * One call per pair, duration and minute, shared by all users and processes: while it is in flight,
 * and afterwards from the table. The identical question in another minute, as in a replay of the
 * same bars, is answered from the table too. A call is taken from the budget of the user who asks
 * first.
 */
type JudgeOnce = (place: AnswerPlace, question: () => LlmQuestion, userId: string) => Promise<LlmAnswerRow>;

interface LlmService {
  readonly llm: Llm;
  readonly rest: ServiceRest;
}

interface JudgeOnceDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly services: Readonly<Record<LlmModelKey, LlmService>>;
  readonly budget: CallBudget;
  readonly attempts: Pick<Attempts, 'add' | 'invalidate'>;
  /** Waits for the answer that another process asks for. */
  readonly pause: (ms: number) => Promise<void>;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

const retryAfterS = 10;
/** A process that died while it asked holds nobody up for longer; an answer takes 8 s at most. */
const askedForMs = 10_000;
const pollMs = 200;

const computeHash = ({ instructions, readings }: LlmQuestion): Buffer =>
  createHash('sha256').update(`${instructions}\n\n${readings}`).digest();

const phrases = { own_budget_spent: 'own_model_budget_spent', budget_spent: 'model_budget_spent' } as const;

export const createJudgeOnce = ({
  db,
  services,
  budget,
  attempts,
  pause,
  clock,
  log,
}: JudgeOnceDependencies): JudgeOnce => {
  const inFlight = new Map<string, Promise<LlmAnswerRow>>();

  const rejection = (model: LlmModelKey, reason: string, seconds: number, phrase?: ErrorPhrase) =>
    apiError('model_unavailable', {
      details: { aiModel: model, reason },
      retryAfterS: seconds,
      params: { calls: callsOfUserPerHour },
      ...(phrase && { phrase }),
    });

  const judge = async (model: LlmModelKey, question: LlmQuestion, userId: string): Promise<LlmAnswer> => {
    const { llm, rest } = services[model];
    const resting = rest.resting();
    if (resting) throw rejection(model, resting.kind, resting.retryAfterS);
    const spent = await budget.take(userId);
    if (spent) throw rejection(model, spent.reason, spent.retryAfterS, phrases[spent.reason]);
    try {
      const answer = await llm.judge(question);
      rest.answered();
      return answer;
    } catch (error) {
      if (!(error instanceof LlmUnavailable)) throw error;
      rest.failed(error);
      log.warn({ model, kind: error.kind, err: error.cause }, 'language model request failed');
      throw rejection(model, error.kind, rest.resting()?.retryAfterS ?? retryAfterS);
    }
  };

  const findOrJudge: JudgeOnce = async (place, question, userId) => {
    const stored = await findAnswer(db, place);
    if (stored) return stored;
    const { model, symbol, duration } = place;
    const requested = question();
    const version = getVersion(services[model].llm);
    const questionHash = computeHash(requested);
    const before = await findSameQuestion(db, { model, version, symbol, questionHash });
    // Judged where it was first asked: the same bars are no new evidence, so it is not stored
    // again.
    if (before) return { ...before, ...place };
    if ((await attempts.add('llm_question', getKey(place), askedForMs)) > 1) return answerOfAnother(place);
    try {
      // Another process may have stored it between the first look and this turn.
      const meanwhile = await findAnswer(db, place);
      if (meanwhile) return meanwhile;
      const { pUp, reasons, usage, costUsd } = await judge(model, requested, userId);
      log.info({ model, symbol, duration, pUp, usage, costUsd }, 'language model request succeeded');
      const counted = { questionTokens: usage?.question ?? null, answerTokens: usage?.answer ?? null, costUsd };
      const answeredAt = new Date(clock.now());
      return await insertAnswer(db, { ...place, version, pUp, reasons, ...counted, questionHash, answeredAt });
    } finally {
      await attempts.invalidate('llm_question', getKey(place));
    }
  };

  /** Another process asks this question now. */
  const answerOfAnother = async (place: AnswerPlace): Promise<LlmAnswerRow> => {
    for (let waited = 0; waited < askedForMs; waited += pollMs) {
      await pause(pollMs);
      const stored = await findAnswer(db, place);
      if (stored) return stored;
    }
    throw rejection(place.model, 'service_down', retryAfterS);
  };

  return (place, question, userId) => {
    const key = getKey(place);
    const shared = inFlight.get(key) ?? findOrJudge(place, question, userId).finally(() => inFlight.delete(key));
    inFlight.set(key, shared);
    return shared;
  };
};

const getKey = (place: AnswerPlace): string => Object.values({ ...place, minute: place.minute.getTime() }).join(' ');
