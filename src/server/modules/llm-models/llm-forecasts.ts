import { priceDigits } from '#domain/market/currency-pair.ts';
import { getDirection } from '#domain/market/direction.ts';
import type { Duration } from '#domain/market/duration.ts';
import { type LlmModelKey, llmModelKeys } from '#domain/signals/ai-model.ts';
import { interpretIndicators } from '#domain/signals/indicator-readings.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { judge, type Outcome } from '#domain/signals/outcome.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import type { StatedGroup } from '#engine/forecast/calibration/llm-calibration.ts';
import { apiError, ApiError } from '#server/http/api-error.ts';
import type { LlmQuestion } from '#server/integrations/llm/llm.ts';
import { judgeOnce } from './judge-once.ts';
import { listUnjudged, type LlmAnswerRow, readSettledRecord, updateOutcome } from './llm-answers.repository.ts';
import type { LlmModelsContext, MarketReading } from './llm-models-context.ts';
import type { LlmForecast, LlmModels, LlmRequest } from './llm-models.api.ts';
import {
  type BarSource,
  closedBars,
  getVersion,
  questionOnBars,
  questionOnIndicators,
  readMarket,
} from './question.ts';
import { recordAnswer } from './record-answer.ts';
import { type Answered, calibrateAnswer, stateForecast } from './state-forecast.ts';
import { findRest } from './service-rest.ts';

interface Asking {
  readonly question: (reading: MarketReading, duration: Duration) => LlmQuestion;
  /** The readings that the analytics may show as read by the model. */
  readonly indicators: (reading: MarketReading) => Answered['indicators'];
}

const asking: Readonly<Record<LlmModelKey, Asking>> = {
  chatgpt_4o: { question: questionOnBars, indicators: () => [] },
  'indicators_chatgpt_3.5': {
    question: questionOnIndicators,
    indicators: ({ feature }) => interpretIndicators(feature),
  },
};

/** Older outcomes are of another market, and often of another model with the same name. */
const recordLength = 2_000;
/** A question may be asked while a forecast is open, and its answer takes up to 8 s. */
const openMs = signalLimits.forecastOpenMs + 8_000;
const retryAfterS = 10;

/**
 * One of each pair that was asked about; none: nothing could be read. Throws model_unavailable when there is
 * no answer; never uses another model's.
 */
export async function forecastFor(
  ctx: LlmModelsContext,
  model: LlmModelKey,
  request: LlmRequest,
): Promise<readonly LlmForecast[]> {
  const [settling, ...requested] = await Promise.allSettled([settleAnswers(ctx), ...judgeAll(ctx, model, request)]);
  if (settling.status === 'rejected') throw settling.reason;
  const answers = requested.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const errors = requested.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (answers.length === 0 && errors.length > 0) throw gravest(errors);
  const isOpen = ({ answer }: Answered): boolean => ctx.marketClock.now() - answer.minute.getTime() <= openMs;
  if (answers.length > 0 && !answers.some(isOpen)) throw tooSlow(model);
  const stated = (await Promise.all(answers.filter(isOpen).map((answered) => state(ctx, answered)))).flat();
  if (answers.length > 0 && stated.length === 0) throw tooSlow(model);
  return stated;
}

function judgeAll(ctx: LlmModelsContext, model: LlmModelKey, request: LlmRequest): Promise<Answered>[] {
  const now = ctx.marketClock.now();
  const symbols = mostMoved(ctx.market, request.symbols, now);
  const readings = symbols.flatMap((symbol) => readMarket(ctx, symbol, now) ?? []);
  return readings.map((reading) => judgePair(ctx, model, request, reading));
}

async function judgePair(
  ctx: LlmModelsContext,
  model: LlmModelKey,
  { duration, userId }: LlmRequest,
  reading: MarketReading,
): Promise<Answered> {
  const { question, indicators } = asking[model];
  const minute = new Date(reading.barTime + minuteMs);
  const key = { feed: ctx.market.feed.id, model, symbol: reading.symbol, duration, minute };
  return {
    answer: await judgeOnce(ctx, key, () => question(reading, duration), userId),
    indicators: indicators(reading),
  };
}

/** None: its minute is over. */
async function state(ctx: LlmModelsContext, answered: Answered): Promise<LlmForecast[]> {
  const record = await readRecord(ctx, answered.answer.model, answered.answer.version);
  const calibrated = calibrateAnswer(answered.answer, record);
  const recorded = await recordAnswer(ctx, answered.answer, calibrated);
  return recorded ? [stateForecast(answered, calibrated, recorded, record, ctx.marketClock.now())] : [];
}

/** What each model's answers came to so far, which its availability states. */
export function loadRecords(ctx: LlmModelsContext): void {
  for (const model of llmModelKeys)
    readRecord(ctx, model, getVersion(ctx.llms[model])).catch((err: unknown) =>
      ctx.log.warn({ err, model }, 'loading the track record of a language model failed; retrying later'),
    );
}

async function readRecord(
  { db, market, settled }: LlmModelsContext,
  model: LlmModelKey,
  version: string,
): Promise<StatedGroup[]> {
  const record = await readSettledRecord(db, { feed: market.feed.id, model, version }, recordLength);
  settled.set(
    model,
    record.reduce((sum, { count }) => sum + count, 0),
  );
  return record;
}

export const listAvailability = ({ rests, settled, clock }: LlmModelsContext): ReturnType<LlmModels['availability']> =>
  llmModelKeys.map((key) => {
    const settledAnswers = settled.get(key);
    const known = settledAnswers === undefined ? {} : { settledAnswers };
    const reason = findRest(rests[key], clock.now())?.kind;
    return reason === undefined ? { key, available: true, ...known } : { key, available: false, reason, ...known };
  });

/** First the errors that are not our own rejections, then the rejection with the longest wait. */
const gravest = (errors: readonly unknown[]): unknown => errors.toSorted((a, b) => getWait(b) - getWait(a))[0];
const getWait = (kind: unknown): number =>
  (kind instanceof ApiError ? kind.retryAfterS : undefined) ?? Number.MAX_VALUE;

/** The market has moved on: a replay that runs faster than a language model answers. */
const tooSlow = (model: LlmModelKey) =>
  apiError('model_unavailable', { details: { aiModel: model, reason: 'too_slow' }, retryAfterS });

/**
 * Every question is paid for and the answer must arrive in seconds, so one request of a user asks
 * about no more pairs than this.
 */
const maxPairs = 3;
const moveBars = 15;
const scaleBars = 60;

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

/** By then the last bar has closed, and bars missed live have been back-filled. */
const timeoutMs = minuteMs;
/** Bars that are missing an hour later, while later ones exist, do not arrive any more. */
const giveUpMs = hourMs;
const maxAtOnce = 500;

/**
 * Judges every answer whose duration has passed, signal or not, so that the record used for
 * calibration is not a selection.
 */
async function settleAnswers({ db, market, marketClock }: LlmModelsContext): Promise<void> {
  const now = marketClock.now();
  for (const row of await listUnjudged(db, market.feed.id, new Date(now - timeoutMs), maxAtOnce)) {
    const outcome = toOutcome(row, market) ?? (isGivenUp(row, market, now) ? 'void' : null);
    if (outcome) await updateOutcome(db, row, outcome);
  }
}

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
