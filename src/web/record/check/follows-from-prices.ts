import { type Direction, directions } from '#domain/market/direction.ts';
import { type Duration, durations } from '#domain/market/duration.ts';
import { type Outcome, outcomes } from '#domain/signals/outcome.ts';
import { outcomeContradiction } from '#domain/signals/outcome-contradiction.ts';
import { parseInstant } from './recorded-leaf.ts';

interface Leaf {
  readonly kind: string;
  readonly leaf?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Whether an outcome follows from its own prices and its signal; null: there is no outcome, or its
 * signal leaf is not opened.
 */
export function followsFromPrices(leaves: readonly Leaf[]): boolean | null {
  const signal = leaves.find(({ kind }) => kind === 'signal')?.leaf;
  const outcome = leaves.find(({ kind }) => kind === 'outcome')?.leaf;
  const issued = getIssued(signal);
  const ended = getEnded(outcome);
  if (!issued || !ended) return null;
  return signal?.['id'] === outcome?.['signal'] && outcomeContradiction(issued, ended) === null;
}

function getIssued(leaf: Leaf['leaf']) {
  const direction = directions.find((one): one is Direction => one === leaf?.['direction']);
  const duration = durations.find((one): one is Duration => one === leaf?.['duration']);
  const issuedAt = parseInstant(leaf?.['issuedAt']);
  if (!direction || !duration || issuedAt === null) return null;
  return { symbol: String(leaf?.['symbol']), direction, duration, issuedAt };
}

function getEnded(leaf: Leaf['leaf']) {
  const result = outcomes.find((one): one is Exclude<Outcome, 'void'> => one !== 'void' && one === leaf?.['result']);
  const { openPrice, closePrice } = leaf ?? {};
  const openedAt = parseInstant(leaf?.['openedAt']);
  const closingTickAt = parseInstant(leaf?.['closingTickAt']);
  const expiresAt = parseInstant(leaf?.['expiresAt']);
  if (!result || typeof openPrice !== 'number' || typeof closePrice !== 'number') return null;
  if (openedAt === null || closingTickAt === null || expiresAt === null) return null;
  return { result, openPrice, closePrice, openedAt, closingTickAt, expiresAt };
}
