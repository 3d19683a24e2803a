import type { FastifyBaseLogger } from 'fastify';
import type { Duration } from '#domain/market/duration.ts';
import { limits } from '#domain/signals/limits.ts';
import { type LlmModelKey, llmModelKeys } from '#domain/signals/llm-model.ts';
import type { StatedGroup } from '#engine/forecast/calibration/llm-calibration.ts';
import type { Attempts } from '#server/database/attempts.ts';
import { apiError, ApiError } from '#server/http/api-error.ts';
import type { Llm, LlmQuestion } from '#server/integrations/llm/llm.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { Platform } from '#server/start/platform.ts';
import { interpretIndicators } from '#domain/signals/indicator-readings.ts';
import { minuteMs } from '#domain/time.ts';
import type { CallBudget } from './call-budget.ts';
import { mostMoved } from './choose-pairs.ts';
import { readSettledRecord } from './llm-answers.repository.ts';
import type { LlmChoice, LlmForecast, LlmModels, LlmRequest } from './llm-models.api.ts';
import { createReadMarket, type MarketReading } from './market-reading.ts';
import { questionOnBars } from './question-on-bars.ts';
import { questionOnIndicators } from './question-on-indicators.ts';
import { getVersion } from './question.ts';
import { createServiceRest } from './service-rest.ts';
import { createSettleAnswers } from './settle-answers.ts';
import { createJudgeOnce } from './judge-once.ts';
import { createRecordAnswer } from './record-answer.ts';
import { type Answered, calibrateAnswer, stateForecast } from './state-forecast.ts';

interface LlmForecastsDependencies extends Pick<Platform, 'db' | 'clock' | 'marketClock'> {
  readonly llms: Readonly<Record<LlmModelKey, Llm>>;
  /** The share of the stake that a win pays. */
  readonly payout: number;
  readonly budget: CallBudget;
  readonly attempts: Pick<Attempts, 'add' | 'invalidate'>;
  readonly pause: (ms: number) => Promise<void>;
  readonly market: Pick<MarketView, 'bars' | 'feed'>;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

interface ForecastQuery {
  readonly question: (reading: MarketReading, duration: Duration) => LlmQuestion;
  /** The readings that the analytics may show as read by the model. */
  readonly indicators: (reading: MarketReading) => Answered['indicators'];
}

const asking: Readonly<Record<LlmModelKey, ForecastQuery>> = {
  chatgpt_4o: { question: questionOnBars, indicators: () => [] },
  'indicators_chatgpt_3.5': {
    question: questionOnIndicators,
    indicators: ({ feature }) => interpretIndicators(feature),
  },
};

/** Older outcomes are of another market, and often of another model with the same name. */
const recordLength = 2_000;
/** A question may be asked while a forecast is open, and its answer takes up to 8 s. */
const openMs = limits.forecastOpenMs + 8_000;
const retryAfterS = 10;

export function createLlmForecasts(needs: LlmForecastsDependencies): LlmModels {
  const { db, llms, market, clock, marketClock, log } = needs;
  const getService = (key: LlmModelKey) => ({ llm: llms[key], rest: createServiceRest(clock) });
  const services = {
    chatgpt_4o: getService('chatgpt_4o'),
    'indicators_chatgpt_3.5': getService('indicators_chatgpt_3.5'),
  };
  const judgeOnce = createJudgeOnce({ ...needs, services });
  const readMarket = createReadMarket(market);
  const feed = market.feed.id;
  const recordAnswer = createRecordAnswer({ db, clock: marketClock });
  const settleAnswers = createSettleAnswers({ db, history: market, feed, clock: marketClock });

  const judgePair = async (
    model: LlmModelKey,
    { duration, userId }: LlmRequest,
    reading: MarketReading,
  ): Promise<Answered> => {
    const { question, indicators } = asking[model];
    const place = { feed, model, symbol: reading.symbol, duration, minute: new Date(reading.barTime + minuteMs) };
    return {
      answer: await judgeOnce(place, () => question(reading, duration), userId),
      indicators: indicators(reading),
    };
  };

  const judgeAll = (model: LlmModelKey, request: LlmRequest): Promise<Answered>[] => {
    const now = marketClock.now();
    const readings = mostMoved(market, request.symbols, now).flatMap((symbol) => readMarket(symbol, now) ?? []);
    return readings.map((reading) => judgePair(model, request, reading));
  };

  const settled = new Map<LlmModelKey, number>();

  const readRecord = async (model: LlmModelKey, version: string): Promise<StatedGroup[]> => {
    const record = await readSettledRecord(db, { feed, model, version }, recordLength);
    settled.set(
      model,
      record.reduce((sum, { count }) => sum + count, 0),
    );
    return record;
  };
  for (const model of llmModelKeys)
    readRecord(model, getVersion(llms[model])).catch((err: unknown) =>
      log.warn({ err, model }, 'loading the track record of a language model failed; retrying later'),
    );

  const state = async (answered: Answered): Promise<LlmForecast> => {
    const record = await readRecord(answered.answer.model, answered.answer.version);
    const recorded = await recordAnswer(answered.answer, calibrateAnswer(answered.answer, record, needs.payout));
    return stateForecast(answered, recorded, record, marketClock.now());
  };

  return {
    forecastFor: async (model, request) => {
      const [settling, ...requested] = await Promise.allSettled([settleAnswers(), ...judgeAll(model, request)]);
      if (settling.status === 'rejected') throw settling.reason;
      const answers = requested.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const errors = requested.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      if (answers.length === 0 && errors.length > 0) throw gravest(errors);
      const isOpen = ({ answer }: Answered): boolean => marketClock.now() - answer.minute.getTime() <= openMs;
      if (answers.length > 0 && !answers.some(isOpen)) throw tooSlow(model);
      return choose(await Promise.all(answers.filter(isOpen).map(state)));
    },
    availability: () =>
      llmModelKeys.map((key) => {
        const settledAnswers = settled.get(key);
        const known = settledAnswers === undefined ? {} : { settledAnswers };
        return { ...getAvailability(key, services[key].rest.resting()?.kind), ...known };
      }),
  };
}

/** First the errors that are not our own rejections, then the rejection with the longest wait. */
const gravest = (errors: readonly unknown[]): unknown => errors.toSorted((a, b) => getWait(b) - getWait(a))[0];
const getWait = (kind: unknown): number =>
  (kind instanceof ApiError ? kind.retryAfterS : undefined) ?? Number.MAX_VALUE;

/** The market has moved on: a replay that runs faster than a language model answers. */
const tooSlow = (model: LlmModelKey) =>
  apiError('model_unavailable', { details: { aiModel: model, reason: 'too_slow' }, retryAfterS });

const getAvailability = (key: LlmModelKey, reason: string | undefined) =>
  reason === undefined ? { key, available: true } : { key, available: false, reason };

function choose(forecasts: readonly LlmForecast[]): LlmChoice {
  const sorted = forecasts.toSorted((a, b) => b.forecast.passability - a.forecast.passability);
  return { best: sorted.find((one) => one.forecast.signalled) ?? null, nearest: sorted[0] ?? null };
}
