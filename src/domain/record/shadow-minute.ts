import { getOrCreate } from '../objects.ts';
import { type AiModelKey, isAiModelKey } from '../signals/ai-model.ts';
import { priceDigits } from '../market/currency-pair.ts';
import { type Direction, directions } from '../market/direction.ts';
import { type Duration, durationMs, durations } from '../market/duration.ts';
import { limits } from '../signals/limits.ts';
import { judge, type Outcome } from '../signals/outcome.ts';
import { minuteMs } from '../time.ts';

/**
 * A model's forecast for a pair and duration at a minute's close, whether or not anyone receives
 * it.
 */
export interface Statement {
  readonly symbol: string;
  readonly duration: Duration;
  readonly direction: Direction;
  /** Percent, two decimals. */
  readonly passability: number;
  /** Whether the pair is the pair in turn. */
  readonly isInTurn: boolean;
  /** At or above the model's threshold. */
  readonly isSignal: boolean;
  /** Whether the model would have issued it for this duration to a request without a pair. */
  readonly isIssued: boolean;
}

export interface ModelStatements {
  readonly model: AiModelKey;
  readonly version: string;
  readonly statements: readonly Statement[];
}

/**
 * Price of a deciding tick. `minutes`: 0 for the entry, otherwise the duration whose close it is;
 * `afterMs`: milliseconds since the statement.
 */
export interface DecidingPrice {
  readonly symbol: string;
  readonly minutes: 0 | Duration;
  readonly price: number;
  readonly afterMs: number;
}

const marks = [
  ['t', 'isInTurn'],
  ['s', 'isSignal'],
  ['i', 'isIssued'],
] as const;

/** `kurs_ai_v2 2018-10-01.5b78dfc0 EURUSD:5:BUY:57.12:ts …`: model, version, then each statement with its marks. */
export const writeStatements = ({ model, version, statements }: ModelStatements): string =>
  [model, version, ...statements.map(writeStatement)].join(' ');

function writeStatement(one: Statement): string {
  const mark = marks.map(([letter, property]) => (one[property] ? letter : '')).join('');
  return [one.symbol, one.duration, one.direction, one.passability, mark].join(':');
}

/** Null when the line does not have this format. */
export function parseStatements(line: string): ModelStatements | null {
  const [model, version, ...rest] = line.split(' ');
  const statements = rest.flatMap((text) => parseStatement(text) ?? []);
  if (!isAiModelKey(model) || version === undefined || statements.length < rest.length) return null;
  return { model, version, statements };
}

function parseStatement(text: string): Statement | null {
  const [symbol = '', minutes, side, percent, mark = '', ...more] = text.split(':');
  const duration = durations.find((one) => String(one) === minutes);
  const direction = directions.find((one) => one === side);
  const passability = Number(percent);
  const isWhole = symbol !== '' && more.length === 0 && /^t?s?i?$/.test(mark);
  if (!duration || !direction || !isWhole || !(passability >= 50 && passability <= 100)) return null;
  const [isInTurn, isSignal, isIssued] = [mark.includes('t'), mark.includes('s'), mark.includes('i')];
  return { symbol, duration, direction, passability, isInTurn, isSignal, isIssued };
}

/** `EURUSD 5 1.1002 299870`. */
export const writePrice = ({ symbol, minutes, price, afterMs }: DecidingPrice): string =>
  [placeOfPrice(symbol, minutes), price, afterMs].join(' ');

/** Null when the line does not have this format. */
export function parsePrice(line: string): DecidingPrice | null {
  const [symbol = '', text, price, after, ...more] = line.split(' ');
  const minutes = ([0, ...durations] as const).find((one) => String(one) === text);
  const [number, afterMs] = [Number(price), Number(after)];
  if (symbol === '' || minutes === undefined || more.length > 0 || !(number > 0) || !Number.isInteger(afterMs))
    return null;
  return { symbol, minutes, price: number, afterMs };
}

export type DecidingPrices = ReadonlyMap<string, DecidingPrice>;

export const placeOfPrice = (symbol: string, minutes: number): string => `${symbol} ${minutes}`;

export const pricesByPlace = (prices: readonly DecidingPrice[]): DecidingPrices =>
  new Map(prices.map((one) => [placeOfPrice(one.symbol, one.minutes), one]));

/** Outcome of a statement, judged like a signal issued at that instant. Void without an entry or a close. */
export function judgeStatement({ symbol, duration, direction }: Statement, prices: DecidingPrices): Outcome {
  const entry = prices.get(placeOfPrice(symbol, 0));
  const close = prices.get(placeOfPrice(symbol, duration));
  if (!entry || !close || !isInTime(entry, close)) return 'void';
  return judge(direction, entry.price, close.price, priceDigits(symbol));
}

/**
 * Whether the entry is within its window, and the closing tick within the statement's life and
 * fresh enough at expiry.
 */
export function isInTime(entry: DecidingPrice, close: DecidingPrice): boolean {
  if (close.minutes === 0 || !isEntryInTime(entry)) return false;
  const expiry = entry.afterMs + durationMs(close.minutes);
  const age = expiry - close.afterMs;
  return age >= 0 && age <= limits.closingTickMaxAgeMs && close.afterMs >= entry.afterMs;
}

/** Whether an entry is within its window. */
export const isEntryInTime = ({ afterMs }: DecidingPrice): boolean =>
  afterMs >= 0 && afterMs <= limits.entryTickWithinMs;

/**
 * The pair in turn of a minute: pairs rotate in alphabetical order, by the count of minutes since
 * 1970.
 */
export const pairInTurn = (symbols: readonly string[], minute: number): string | undefined =>
  symbols.toSorted()[Math.floor(minute / minuteMs) % symbols.length];

/** The durations stated for each pair, in order. */
export function statedDurations(models: readonly ModelStatements[]): [string, Duration[]][] {
  const bySymbol = new Map<string, Set<Duration>>();
  for (const { symbol, duration } of models.flatMap(({ statements }) => statements)) {
    getOrCreate(bySymbol, symbol, () => new Set()).add(duration);
  }
  return [...bySymbol]
    .map(([symbol, own]): [string, Duration[]] => [symbol, [...own].toSorted((a, b) => a - b)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
