import canonicalize from 'canonicalize';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Direction } from '#domain/market/direction.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { Outcome, VoidCause, VoidReason } from '#domain/signals/outcome.ts';

/**
 * A signal as it was issued. Instants ISO 8601 UTC with milliseconds; `nonce`: 128 random bits, hex, so that the hash
 * cannot be guessed.
 */
export interface SignalLeaf {
  readonly id: string;
  readonly model: AiModelKey;
  readonly modelVersion: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly passability: number;
  readonly duration: Duration;
  readonly feed: string;
  readonly issuedAt: string;
  readonly nonce: string;
}

/**
 * What a model would have signalled, whether or not anybody received it. It has no id: what kind a leaf is of must follow
 * from what was hashed, and the hash of its leaf names it.
 */
export type ForecastLeaf = Omit<SignalLeaf, 'id'>;

/** How a signal ended: a leaf of its own. `signal`: the id of the signal's leaf object. */
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
  /** Of an operator's. */
  readonly cause?: VoidCause;
  readonly at: string;
}

/**
 * What all models stated at a minute's close, one line a model (domain/shadow-minute.ts). A forecast leaf: it has a nonce
 * and no id.
 */
export interface MinuteLeaf {
  readonly form: 'minute/1';
  readonly feed: string;
  /** The pair whose turn it was. */
  readonly inTurn: string;
  readonly issuedAt: string;
  readonly nonce: string;
  readonly forecasts: readonly string[];
}

/** The prices that decided a minute's forecasts, one line each. `forecast`: the hash of their leaf, hexadecimal. */
export interface MinutePricesLeaf {
  readonly form: 'minute-prices/1';
  readonly forecast: string;
  readonly prices: readonly string[];
}

export type Leaf = SignalLeaf | ForecastLeaf | OutcomeLeaf | VoidLeaf | MinuteLeaf | MinutePricesLeaf;

/** The exact text that is hashed and kept: RFC 8785, keys sorted, numbers in their shortest form. */
export function canonicalLeaf(leaf: Leaf): string {
  const text = canonicalize(leaf);
  if (text === undefined) throw new TypeError('a leaf must be a JSON object');
  return text;
}
