import type { FastifyBaseLogger } from 'fastify';
import type { Duration } from '#domain/market/duration.ts';
import { interpretIndicators } from '#domain/signals/indicator-readings.ts';
import { judge, type Outcome } from '#domain/signals/outcome.ts';
import { limits } from '#domain/signals/limits.ts';
import { type LlmModelKey, llmModelKeys } from '#domain/signals/ai-model.ts';
import { minuteMs, hourMs, type MarketClock } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import type { StatedGroup } from '#engine/forecast/calibration/llm-calibration.ts';
import type { Attempts } from '#server/database/attempts.ts';
import { apiError, ApiError } from '#server/http/api-error.ts';
import type { Llm, LlmQuestion } from '#server/integrations/llm/llm.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { CallBudget } from './call-budget.ts';
import { createJudgeOnce } from './judge-once.ts';
import { readSettledRecord, type LlmAnswerRow, listUnjudged, updateOutcome } from './llm-answers.repository.ts';
import type { LlmForecast, LlmModels, LlmRequest } from './llm-models.api.ts';
import { type BarSource, closedBars, createReadMarket, type MarketReading } from './market-reading.ts';
import { createQuestion, getVersion, inShort } from './question.ts';
import { createRecordAnswer } from './record-answer.ts';
import { createServiceRest } from './service-rest.ts';
import { type Answered, calibrateAnswer, stateForecast } from './state-forecast.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { getDirection } from '#domain/market/direction.ts';
import type { Database } from '#server/database/connection.ts';

interface LlmForecastsDependencies extends Pick<Platform, 'db' | 'clock' | 'marketClock'> {
  readonly llms: Readonly<Record<LlmModelKey, Llm>>;
  readonly budget: CallBudget;
  readonly attempts: Pick<Attempts, 'add' | 'invalidate'>;
  readonly pause: (ms: number) => Promise<void>;
  readonly market: Pick<MarketView, 'bars' | 'feed'>;
  readonly record: Pick<RecordApi, 'readMarketState'>;
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
  const recordAnswer = createRecordAnswer({ db, record: needs.record, clock: marketClock });
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

  const state = async (answered: Answered): Promise<LlmForecast[]> => {
    const record = await readRecord(answered.answer.model, answered.answer.version);
    const calibrated = calibrateAnswer(answered.answer, record);
    const recorded = await recordAnswer(answered.answer, calibrated);
    return recorded ? [stateForecast(answered, calibrated, recorded, record, marketClock.now())] : [];
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
      const stated = (await Promise.all(answers.filter(isOpen).map(state))).flat();
      if (answers.length > 0 && stated.length === 0) throw tooSlow(model);
      return stated;
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

/** In addition to the classic readings: features in terms that chart readers know. */
const inWords = [
  ['macd', 'MACD (12, 26), in ranges'],
  ['macd_histogram', 'MACD histogram (12, 26, 9), in ranges'],
  ['ema_distance_20', 'distance of the close from EMA (20), in ranges'],
  ['ema_distance_60', 'distance of the close from EMA (60), in ranges'],
  ['move_5', 'change over 5 bars, in ranges times the square root of 5'],
  ['move_15', 'change over 15 bars, in ranges times the square root of 15'],
  ['move_60', 'change over 60 bars, in ranges times the square root of 60'],
  ['run', 'closes in a row in one direction (negative: down)'],
  ['position_60', 'place of the close between the extremes of 60 bars, -1 to 1'],
  ['efficiency_30', 'straightness of the last 30 bars, 0 to 1'],
  ['range_now', 'range of the last bar against the usual one (logarithm)'],
  ['range_60_240', 'usual range against the longer mean (logarithm)'],
] as const;

const indicatorNames: Readonly<Record<string, string>> = {
  rsi_14: 'RSI (14)',
  position_14: 'stochastic (14)',
  z_20: 'Bollinger z (20), standard deviations',
  z_60: 'Bollinger z (60), standard deviations',
};

/** The readings shown in the analytics and a dozen more, put into words. */
export function questionOnIndicators({ feature }: MarketReading, duration: Duration): LlmQuestion {
  const classic = interpretIndicators(feature).map(
    ({ name, value, reading }) => `${indicatorNames[name] ?? name}: ${inShort(value)} (${reading})`,
  );
  const others = inWords.map(([name, words]) => `${words}: ${inShort(feature(name))}`);
  return createQuestion(duration, 'the readings of technical indicators', [...classic, ...others].join('\n'));
}

const shownBars = 40;
const scaleBars = 60;
const longMoves = [60, 240];

/**
 * The newest bars as changes in units of the pair's own range: comparable across pairs and times.
 */
export function questionOnBars({ bars, feature }: MarketReading, duration: Duration): LlmQuestion {
  const range = meanTrueRange(bars.slice(-scaleBars - 1));
  const shown = bars.slice(-shownBars - 1);
  const lines = withPrevious(shown).map(([bar, previous]) => toLine(bar, previous.close, range));
  const moves = longMoves.map((minutes) => `last ${minutes} bars: ${inShort(moveOver(bars, minutes) / range)}`);
  return createQuestion(
    duration,
    'the recent bars',
    `Change of the close in ranges, ${moves.join(', ')}.
Usual range against the longer mean (logarithm): ${inShort(feature('range_60_240'))}.
The last ${shownBars} bars, oldest first. Each: close, high, low, all against the close before it, in ranges.
${lines.join('\n')}`,
  );
}

const toLine = (bar: Bar, before: number, range: number): string =>
  [bar.close, bar.high, bar.low].map((price) => inShort((price - before) / range)).join(' ');

function moveOver(bars: readonly Bar[], count: number): number {
  const [last, before] = [bars.at(-1), bars.at(-1 - count)];
  return last && before ? last.close - before.close : 0;
}

/**
 * A market that stood still has ranges of zero: then every change is zero too, and the unit does
 * not matter.
 */
function meanTrueRange(bars: readonly Bar[]): number {
  const ranges = withPrevious(bars).map(([bar, { close }]) => Math.max(bar.high, close) - Math.min(bar.low, close));
  return ranges.reduce((sum, one) => sum + one, 0) / ranges.length || 1;
}

/** Every bar after the first, with the one before it. */
const withPrevious = (bars: readonly Bar[]): (readonly [bar: Bar, previous: Bar])[] =>
  bars.flatMap((bar, i) => {
    const previous = bars[i - 1];
    return previous ? [[bar, previous] as const] : [];
  });

/**
 * Every question is paid for and the answer must arrive in seconds, so one request of a user asks
 * about no more pairs than this.
 */
const maxPairs = 3;
const moveBars = 15;

/**
 * Of the available pairs, the three that moved most in the last 15 minutes, relative to their own
 * mean bar range of the last 60: a pair that moves is one to judge. Only closed bars are read, so
 * within one minute all requests lead to the same three pairs and to the same shared answers.
 */
export function mostMoved(history: BarSource, symbols: readonly string[], now: number): string[] {
  if (symbols.length <= maxPairs) return [...symbols];
  const moves = symbols.map((symbol) => ({ symbol, move: getMove(history, symbol, now) }));
  return moves
    .toSorted((a, b) => b.move - a.move)
    .slice(0, maxPairs)
    .map(({ symbol }) => symbol);
}

/** −1 where there are not enough bars: a pair with little history is asked about last. */
function getMove(history: BarSource, symbol: string, now: number): number {
  const bars = closedBars(history, symbol, now, 2 * scaleBars).slice(-scaleBars);
  const [last, before] = [bars.at(-1), bars.at(-1 - moveBars)];
  if (!last || !before || bars.length < scaleBars) return -1;
  const range = bars.reduce((sum, bar) => sum + bar.high - bar.low, 0) / bars.length;
  return range === 0 ? 0 : Math.abs(last.close - before.close) / range;
}

interface SettleAnswersDependencies {
  readonly db: Database;
  readonly history: BarSource;
  readonly feed: string;
  readonly clock: MarketClock;
}

/** By then the last bar has closed, and bars missed live have been back-filled. */
const timeoutMs = minuteMs;
/** Bars that are missing an hour later, while later ones exist, do not arrive any more. */
const giveUpMs = hourMs;
const maxAtOnce = 500;

/**
 * Judges every answer whose duration has passed, signal or not, so that the record used for
 * calibration is not a selection.
 */
const createSettleAnswers =
  ({ db, history, feed, clock }: SettleAnswersDependencies) =>
  async (): Promise<void> => {
    const now = clock.now();
    for (const row of await listUnjudged(db, feed, new Date(now - timeoutMs), maxAtOnce)) {
      const outcome = toOutcome(row, history) ?? (isGivenUp(row, history, now) ? 'void' : null);
      if (outcome) await updateOutcome(db, row, outcome);
    }
  };

const getExpiry = ({ minute, duration }: LlmAnswerRow): number => minute.getTime() + duration * minuteMs;

/** Right after a start the whole history may still be loading. */
const isGivenUp = (row: LlmAnswerRow, history: BarSource, now: number): boolean =>
  now - getExpiry(row) > giveUpMs && history.bars(row.symbol, getExpiry(row), now).length > 0;

/**
 * The outcome of a signal issued at the decision time: from the open of the first bar after it to
 * the close of the last one before expiry. Null: one of the two is missing.
 */
function toOutcome(row: LlmAnswerRow, history: BarSource): Outcome | null {
  const [from, to] = [row.minute.getTime(), getExpiry(row)];
  const bars = history.bars(row.symbol, from, to);
  const [first, last] = [bars[0], bars.at(-1)];
  if (first?.time !== from || last?.time !== to - minuteMs) return null;
  return judge(getDirection(row.pUp), first.open, last.close, priceDigits(row.symbol));
}
