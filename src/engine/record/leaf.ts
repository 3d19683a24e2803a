import canonicalize from 'canonicalize';
import type { AiModelKey } from '#domain/ai-model.ts';
import type { Direction } from '#domain/direction.ts';
import type { Duration } from '#domain/duration.ts';
import type { Outcome, VoidReason } from '#domain/outcome.ts';

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
  readonly at: string;
}

/** The exact text that is hashed and kept: RFC 8785, keys sorted, numbers in their shortest form. */
export function canonicalLeaf(leaf: SignalLeaf | ForecastLeaf | OutcomeLeaf | VoidLeaf): string {
  const text = canonicalize(leaf);
  if (text === undefined) throw new TypeError('a leaf must be a JSON object');
  return text;
}
