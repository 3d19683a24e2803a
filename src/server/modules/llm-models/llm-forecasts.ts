import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import { limits } from '#domain/limits.ts';
import { type LlmModelKey, llmModelKeys } from '#domain/llm-model.ts';
import { minuteMs } from '#engine/bar/bar.ts';
import type { Database } from '#server/database/connection.ts';
import { problem } from '#server/http/problem.ts';
import type { Llm, LlmQuestion } from '#server/integrations/llm/llm.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import type { CallBudget } from './call-budget.ts';
import { mostMoved } from './choose-pairs.ts';
import { type LlmAnswerRow, readSettledRecord } from './llm-answers.repository.ts';
import type { LlmChoice, LlmForecast, LlmModels, LlmRequest } from './llm-models.ts';
import { type MarketReading, readMarket } from './market-reading.ts';
import { questionOnBars } from './question-on-bars.ts';
import { questionOnIndicators } from './question-on-indicators.ts';
import { createServiceRest } from './service-rest.ts';
import { createSettleAnswers } from './settle-answers.ts';
import { createSharedAnswers } from './shared-answers.ts';
import { stateForecast } from './state-forecast.ts';

interface Needs {
  readonly db: Database;
  readonly llms: Readonly<Record<LlmModelKey, Llm>>;
  readonly budget: CallBudget;
  readonly engine: Pick<LiveEngine, 'bars' | 'feed'>;
  /** The wall's. */
  readonly clock: Clock;
  readonly marketClock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

const questions: Readonly<
  Record<LlmModelKey, (reading: MarketReading, duration: LlmRequest['duration']) => LlmQuestion>
> = { chatgpt_4o: questionOnBars, 'indicators_chatgpt_3.5': questionOnIndicators };

/** Older outcomes are of another market and often of another model behind the same name. */
const recordLength = 2_000;
/** A question may be asked while a forecast is open, and its answer takes up to 8 s. */
const openMs = limits.forecastOpenMs + 8_000;
const retryAfterS = 10;

export function createLlmForecasts({ db, llms, budget, engine, clock, marketClock, log }: Needs): LlmModels {
  const serviceOf = (key: LlmModelKey) => ({ llm: llms[key], rest: createServiceRest(clock) });
  const services = {
    chatgpt_4o: serviceOf('chatgpt_4o'),
    'indicators_chatgpt_3.5': serviceOf('indicators_chatgpt_3.5'),
  };
  const answerTo = createSharedAnswers({ db, services, budget, clock, log });
  const feed = engine.feed.id;
  const settleAnswers = createSettleAnswers({ db, history: engine, feed, clock: marketClock });

  const askAll = (model: LlmModelKey, { duration, symbols }: LlmRequest): Promise<LlmAnswerRow>[] => {
    const now = marketClock.now();
    const readings = mostMoved(engine, symbols, now).flatMap((symbol) => readMarket(engine, symbol, now) ?? []);
    return readings.map((reading) => {
      const place = { feed, model, symbol: reading.symbol, duration, minute: new Date(reading.barTime + minuteMs) };
      return answerTo(place, () => questions[model](reading, duration));
    });
  };

  const stateAll = async (answers: readonly LlmAnswerRow[]): Promise<LlmForecast[]> => {
    const records = await Promise.all(answers.map((answer) => readSettledRecord(db, answer, recordLength)));
    return answers.map((answer, i) => stateForecast(answer, records[i] ?? [], marketClock.now()));
  };

  return {
    forecastFor: async (model, request) => {
      const [settling, ...asked] = await Promise.allSettled([settleAnswers(), ...askAll(model, request)]);
      if (settling.status === 'rejected') throw settling.reason;
      const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const failed = asked.find((one) => one.status === 'rejected');
      if (answers.length === 0 && failed) throw failed.reason;
      const isOpen = ({ minute }: LlmAnswerRow): boolean => marketClock.now() - minute.getTime() <= openMs;
      if (answers.length > 0 && !answers.some(isOpen)) throw tooSlow(model);
      return choose(await stateAll(answers.filter(isOpen)));
    },
    availability: () => llmModelKeys.map((key) => availabilityOf(key, services[key].rest.resting()?.fault)),
  };
}

/** The market has moved on: a replay that runs faster than a language model thinks. */
const tooSlow = (model: LlmModelKey) =>
  problem('model_unavailable', { details: { aiModel: model, reason: 'too_slow' }, retryAfterS });

const availabilityOf = (key: LlmModelKey, reason: string | undefined) =>
  reason === undefined ? { key, available: true } : { key, available: false, reason };

function choose(forecasts: readonly LlmForecast[]): LlmChoice {
  const sorted = forecasts.toSorted((a, b) => b.forecast.passability - a.forecast.passability);
  return { best: sorted.find((one) => one.forecast.signalled) ?? null, nearest: sorted[0]?.forecast ?? null };
}
