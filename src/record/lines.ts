import { isSymbol, priceDigits } from '#domain/market/currency-pair.ts';
import { type Direction, getDirection } from '#domain/market/direction.ts';
import { type Duration, durationMs, durations } from '#domain/market/duration.ts';
import { type AiModelKey, aiModelKeys, isAiModelKey } from '#domain/signals/ai-model.ts';
import { edgeLeft } from '#domain/signals/entry-window.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { judge, type Outcome } from '#domain/signals/outcome.ts';
import { minuteMs } from '#domain/time.ts';

/**
 * The lines of forecasts and prices within leaves, and what follows from them. Apart from the
 * schemas, so that a page derives a result without a validator.
 */

/** From this probability on (percent) a minute states a forecast of a pair that is not in turn. */
export const statedFrom = 52;

/** Every model but the one that only passes others on. */
export type RecordModel = Exclude<AiModelKey, 'manual'>;

const isRecordModel = (text: string): text is RecordModel => isAiModelKey(text) && text !== 'manual';

/** In the order of a genesis. */
export const recordModels: readonly RecordModel[] = aiModelKeys.filter(isRecordModel).toSorted();

// Forecasts

/** `probability`: percent for that side, two decimals. */
export interface StatedForecast {
  readonly pair: string;
  readonly duration: Duration;
  readonly side: Direction;
  readonly probability: number;
}

export interface ModelForecasts {
  readonly model: RecordModel;
  readonly forecasts: readonly StatedForecast[];
}

export const roundProbability = (percent: number): number => Math.round(percent * 100) / 100;

/** Pairs rotate in the order of the genesis, one a minute. `minute`: milliseconds UTC. */
export const pairInTurn = (pairs: readonly string[], minute: number): string =>
  pairs[Math.floor(minute / minuteMs) % pairs.length] ?? '';

/** Whether a minute states this forecast: of the pair in turn each, of others from `statedFrom` on. */
export const isStated = ({ pair, probability }: StatedForecast, inTurn: string): boolean =>
  pair === inTurn || probability >= statedFrom;

/** In the only order of a line. */
export const byPairAndDuration = (
  a: Pick<StatedForecast, 'pair' | 'duration'>,
  b: Pick<StatedForecast, 'pair' | 'duration'>,
): number => (a.pair === b.pair ? a.duration - b.duration : a.pair < b.pair ? -1 : 1);

/** `kurs_ai_v2 EURUSD 2B51.07 3B52.40 GBPUSD 3S52.31`: pairs in alphabetical order, durations rising. */
export function writeForecasts({ model, forecasts }: ModelForecasts): string {
  let line: string = model;
  let pair = '';
  for (const one of forecasts.toSorted(byPairAndDuration)) {
    if (one.pair !== pair) line += ` ${one.pair}`;
    pair = one.pair;
    line += ` ${one.duration}${one.side === 'BUY' ? 'B' : 'S'}${one.probability.toFixed(2)}`;
  }
  return line;
}

const forecastWord = /^(2|3|5|7|10)([BS])(100\.00|[5-9]\d\.\d\d)$/;

/** Null: not a line that `writeForecasts` writes. */
export function parseForecasts(line: string): ModelForecasts | null {
  const [model = '', ...words] = line.split(' ');
  if (!isRecordModel(model)) return null;
  const forecasts: StatedForecast[] = [];
  let pair = '';
  let isPairEmpty = false;
  for (const word of words) {
    const [, minutes, letter, percent] = forecastWord.exec(word) ?? [];
    const duration = toDuration(minutes);
    if (duration === null) {
      if (isPairEmpty || word <= pair || !isSymbol(word)) return null;
      [pair, isPairEmpty] = [word, true];
      continue;
    }
    const last = forecasts.at(-1);
    if (pair === '' || (last?.pair === pair && last.duration >= duration)) return null;
    forecasts.push({ pair, duration, side: letter === 'B' ? 'BUY' : 'SELL', probability: Number(percent) });
    isPairEmpty = false;
  }
  return isPairEmpty ? null : { model, forecasts };
}

const toDuration = (text: string | undefined): Duration | null => durations.find((one) => String(one) === text) ?? null;

/** The side of an answer. */
export const sideOfAnswer = ({ stated }: { readonly stated: number }): Direction => getDirection(stated);

/**
 * The probability at another instant of a forecast stated at `from`, by the published share of its
 * edge that is left; not rounded. `closed`: when its bar had closed; all milliseconds UTC.
 */
export const ageProbability = (
  { probability, duration }: Pick<StatedForecast, 'probability' | 'duration'>,
  { closed, from, to }: { readonly closed: number; readonly from: number; readonly to: number },
): number => 50 + ((probability - 50) * edgeLeft(duration, to - closed)) / edgeLeft(duration, from - closed);

// Prices

/** A deciding tick. `afterMs`: milliseconds after the `at` of its minute or signal. */
export interface StatedTick {
  readonly price: number;
  readonly afterMs: number;
}

/** Null: no tick came within its window. Without an entry there is no close. */
export interface PairPrices {
  readonly pair: string;
  readonly entry: StatedTick | null;
  readonly closes: readonly { readonly duration: Duration; readonly tick: StatedTick | null }[];
}

/** `EURUSD 1.10021@350 2:1.10030@119870 5:-`: the entry, then the close of each duration, rising. */
export function writePrices({ pair, entry, closes }: PairPrices): string {
  const write = (tick: StatedTick | null): string =>
    tick ? `${tick.price.toFixed(priceDigits(pair))}@${tick.afterMs}` : '-';
  const own = closes.toSorted((a, b) => a.duration - b.duration);
  return [pair, write(entry), ...own.map(({ duration, tick }) => `${duration}:${write(tick)}`)].join(' ');
}

/** Null: not a line that `writePrices` writes. Whether ticks lie in their windows is not checked. */
export function parsePrices(line: string): PairPrices | null {
  const [pair = '', first = '', ...words] = line.split(' ');
  const entry = parseTick(first, pair);
  if (!isSymbol(pair) || entry === undefined || words.length === 0) return null;
  const closes: { duration: Duration; tick: StatedTick | null }[] = [];
  for (const word of words) {
    const colon = word.indexOf(':');
    const duration = toDuration(word.slice(0, colon));
    const tick = parseTick(word.slice(colon + 1), pair);
    if (duration === null || tick === undefined || duration <= (closes.at(-1)?.duration ?? 0)) return null;
    if (tick && !entry) return null;
    closes.push({ duration, tick });
  }
  return { pair, entry, closes };
}

const tickWord = /^((?:0|[1-9]\d{0,8})\.(\d{1,8}))@(0|[1-9]\d{0,6})$/;

/** Undefined: another form. */
function parseTick(word: string, pair: string): StatedTick | null | undefined {
  if (word === '-') return null;
  const [, price, decimals, after] = tickWord.exec(word) ?? [];
  if (price === undefined || decimals?.length !== priceDigits(pair) || Number(price) === 0) return undefined;
  return { price: Number(price), afterMs: Number(after) };
}

/**
 * Whether entry and closes lie in their windows: the entry within 5 s after `at`, a close at most
 * 5 s old at its expiry (entry + duration), and not before the entry.
 */
export function isInWindow(
  entry: StatedTick,
  close?: { readonly duration: Duration; readonly tick: StatedTick },
): boolean {
  if (entry.afterMs > signalLimits.entryTickWithinMs) return false;
  if (!close) return true;
  const age = entry.afterMs + durationMs(close.duration) - close.tick.afterMs;
  return age >= 0 && age <= signalLimits.closingTickMaxAgeMs;
}

/** The result of a forecast, from its prices; void where one is missing. */
export function deriveResult(
  { pair, duration, side }: Omit<StatedForecast, 'probability'>,
  prices: PairPrices,
): Outcome {
  const close = prices.closes.find((one) => one.duration === duration)?.tick;
  return prices.entry && close ? judge(side, prices.entry.price, close.price, priceDigits(pair)) : 'void';
}
