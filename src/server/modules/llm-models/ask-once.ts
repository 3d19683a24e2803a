import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import type { LlmModelKey } from '#domain/llm-model.ts';
import type { Database } from '#server/database/connection.ts';
import { problem } from '#server/http/problem.ts';
import { type Llm, type LlmAnswer, type LlmQuestion, LlmUnavailable } from '#server/integrations/llm/llm.ts';
import type { CallBudget } from './call-budget.ts';
import {
  type AnswerPlace,
  findAnswer,
  findSameQuestion,
  insertAnswer,
  type LlmAnswerRow,
} from './llm-answers.repository.ts';
import { versionOf } from './question.ts';
import type { ServiceRest } from './service-rest.ts';

/**
 * One call a pair, duration and minute, shared by everybody: in flight, and for ever after from the table. The very same
 * question in another minute, as a replay of the same bars asks it, is answered from there, too.
 */
export type AskOnce = (place: AnswerPlace, question: () => LlmQuestion) => Promise<LlmAnswerRow>;

export interface LlmService {
  readonly llm: Llm;
  readonly rest: ServiceRest;
}

interface Needs {
  readonly db: Database;
  readonly services: Readonly<Record<LlmModelKey, LlmService>>;
  readonly budget: CallBudget;
  /** The wall's. */
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

const retryAfterS = 10;

const hashOf = ({ instructions, readings }: LlmQuestion): Buffer =>
  createHash('sha256').update(`${instructions}\n\n${readings}`).digest();

export const createAskOnce = ({ db, services, budget, clock, log }: Needs): AskOnce => {
  const inFlight = new Map<string, Promise<LlmAnswerRow>>();

  const refusal = (model: LlmModelKey, reason: string, seconds: number) =>
    problem('model_unavailable', { details: { aiModel: model, reason }, retryAfterS: seconds });

  const ask = async (model: LlmModelKey, question: LlmQuestion): Promise<LlmAnswer> => {
    const { llm, rest } = services[model];
    const resting = rest.resting();
    if (resting) throw refusal(model, resting.fault, resting.retryAfterS);
    const spentFor = budget.take();
    if (spentFor !== null) throw refusal(model, 'budget_spent', spentFor);
    try {
      const answer = await llm.judge(question);
      rest.answered();
      return answer;
    } catch (error) {
      if (!(error instanceof LlmUnavailable)) throw error;
      rest.failed(error);
      log.warn({ model, fault: error.fault, err: error.cause }, 'a language model did not answer');
      throw refusal(model, error.fault, rest.resting()?.retryAfterS ?? retryAfterS);
    }
  };

  const findOrAsk: AskOnce = async (place, question) => {
    const stored = await findAnswer(db, place);
    if (stored) return stored;
    const { model, symbol, duration } = place;
    const asked = question();
    const version = versionOf(services[model].llm);
    const questionHash = hashOf(asked);
    const before = await findSameQuestion(db, { model, version, symbol, questionHash });
    // Judged where it was first asked: the same bars once more are no new evidence, so it is not stored again.
    if (before) return { ...before, ...place };
    const { pUp, reasons, usage, costUsd } = await ask(model, asked);
    log.info({ model, symbol, duration, pUp, usage, costUsd }, 'a language model answered');
    const counted = { questionTokens: usage?.question ?? null, answerTokens: usage?.answer ?? null, costUsd };
    const answeredAt = new Date(clock.now());
    return insertAnswer(db, { ...place, version, pUp, reasons, ...counted, questionHash, answeredAt });
  };

  return (place, question) => {
    const key = Object.values({ ...place, minute: place.minute.getTime() }).join(' ');
    const shared = inFlight.get(key) ?? findOrAsk(place, question).finally(() => inFlight.delete(key));
    inFlight.set(key, shared);
    return shared;
  };
};
