import canonicalize from 'canonicalize';
import type { AiModelKey, LlmModelKey } from '#domain/signals/ai-model.ts';
import type { Direction } from '#domain/market/direction.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { GapReason } from '#domain/record/gaps.ts';
import type { Outcome, VoidCause, VoidReason } from '#domain/signals/outcome.ts';

/**
 * A signal as issued. Instants ISO 8601 UTC with milliseconds; `nonce`: 128 random bits, hex, so
 * that the hash cannot be guessed.
 */
export interface SignalLeaf {
  readonly id: string;
  readonly model: AiModelKey;
  readonly modelVersion: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly passability: number;
  /** False: practice, counted apart. */
  readonly hasEdge: boolean;
  readonly duration: Duration;
  readonly feed: string;
  readonly issuedAt: string;
  /** Counts the signals and minutes of a feed from 0, without a gap, in the order of the record. */
  readonly seq: number;
  readonly nonce: string;
}

/** The outcome of a signal, as a separate leaf. `signal`: the id of the signal's leaf object. */
export interface OutcomeLeaf {
  readonly signal: string;
  readonly result: Exclude<Outcome, 'void'>;
  readonly openPrice: number;
  readonly openedAt: string;
  readonly closePrice: number;
  readonly closingTickAt: string;
  readonly expiresAt: string;
}

export interface VoidLeaf {
  readonly signal: string;
  readonly result: 'void';
  readonly reason: VoidReason;
  /** Cause of a void by the operator. */
  readonly cause?: VoidCause;
  readonly at: string;
}

/**
 * The statements of all models at a minute's close, one line per model (domain/record/shadow-minute.ts). A
 * forecast leaf: it has a nonce and no id.
 */
export interface MinuteLeaf {
  readonly form: 'minute/1';
  readonly feed: string;
  /** The pair in turn. */
  readonly inTurn: string;
  /** Within the minute after the one whose bars the forecasts are based on. */
  readonly issuedAt: string;
  /** As in `SignalLeaf`. */
  readonly seq: number;
  readonly nonce: string;
  /** SHA-256, hex, of the line of bars that the forecasts follow from. */
  readonly inputs: string;
  readonly forecasts: readonly string[];
}

/**
 * The answer of a language model, recorded before the first signal that passes it on. A forecast
 * leaf: it has a nonce and no id, and no outcome of its own.
 */
export interface AnswerLeaf {
  readonly form: 'answer/1';
  readonly feed: string;
  readonly model: LlmModelKey;
  readonly version: string;
  readonly symbol: string;
  readonly duration: Duration;
  /** The decision time: when the last bar of its question had closed. ISO 8601 UTC. */
  readonly minute: string;
  /** SHA-256, hex, of the question. */
  readonly question: string;
  /** P(up) as the language model states it. */
  readonly stated: number;
  /** P(up) as its settled answers support it: what signals pass on. */
  readonly calibrated: number;
  /** The passability from which it is a signal. */
  readonly signalFrom: number;
  readonly issuedAt: string;
  /** As in `SignalLeaf`. */
  readonly seq: number;
  readonly nonce: string;
}

/**
 * The deciding prices of a minute's forecasts, one line each. `forecast`: the hash of their leaf,
 * hex.
 */
export interface MinutePricesLeaf {
  readonly form: 'minute-prices/1';
  readonly forecast: string;
  readonly prices: readonly string[];
}

/** Minutes of a market without a forecast leaf: [from, to), ISO 8601 UTC, whole minutes. */
export interface GapLeaf {
  readonly form: 'gap/1';
  readonly feed: string;
  readonly from: string;
  readonly to: string;
  readonly reason: GapReason;
  /** Only of `no_forecast`: the feed was silent around the end of each of these minutes, ISO 8601 UTC. */
  readonly silentFrom?: string;
  readonly silentTo?: string;
}

/**
 * What a model file was calibrated to on a feed, recorded before it is used. Decisions at or after
 * `from` whose prices all lie before `to`; ISO 8601 UTC.
 */
export interface CalibrationLeaf {
  readonly form: 'calibration/1';
  readonly feed: string;
  readonly model: AiModelKey;
  /** Of the model file. */
  readonly version: string;
  readonly from: string;
  readonly to: string;
  readonly decisions: number;
  /** Written by domain/statistics/calibration-factor.ts. */
  readonly factors: readonly string[];
  readonly at: string;
}

/**
 * The first leaf of a record that follows one that could not be continued. `previous`: the last
 * checkpoint of that record, a signed note; `previousKey`: the vkey that signed it.
 */
export interface SuccessionLeaf {
  readonly form: 'succession/1';
  readonly previous: string;
  readonly previousKey: string;
  readonly reason: string;
  readonly at: string;
}

/** What is said before its outcome; numbered by `seq`. */
type StatementLeaf = SignalLeaf | MinuteLeaf | AnswerLeaf;
export type Leaf =
  | StatementLeaf
  | OutcomeLeaf
  | VoidLeaf
  | MinutePricesLeaf
  | GapLeaf
  | CalibrationLeaf
  | SuccessionLeaf;

/**
 * The exact text that is hashed and stored: RFC 8785, keys sorted, numbers in their shortest form.
 * Throws a TypeError for anything but an object.
 */
export function canonicalLeaf(leaf: Leaf): string {
  const text = canonicalize(leaf);
  if (text === undefined) throw new TypeError('a leaf must be a JSON object');
  return text;
}

/** Reads a text written by `canonicalLeaf`. Its fields are not validated. */
export function parseLeaf(text: string): Leaf {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the record stores only what canonicalLeaf wrote
  return JSON.parse(text) as Leaf;
}

/** Throws a TypeError for a leaf of another form. */
export function parseMinuteLeaf(text: string): MinuteLeaf {
  const leaf = parseLeaf(text);
  if (!('forecasts' in leaf)) throw new TypeError('the leaf does not state the forecasts of a minute');
  return leaf;
}

export const isCalibrationLeaf = (leaf: Leaf): leaf is CalibrationLeaf =>
  'form' in leaf && leaf.form === 'calibration/1';

export const isSignalLeaf = (leaf: object): leaf is SignalLeaf =>
  'id' in leaf && 'feed' in leaf && 'passability' in leaf;

export const isAnswerLeaf = (leaf: Leaf): leaf is AnswerLeaf => 'form' in leaf && leaf.form === 'answer/1';

export const isOutcomeLeaf = (leaf: object): leaf is OutcomeLeaf => 'signal' in leaf && 'closePrice' in leaf;
