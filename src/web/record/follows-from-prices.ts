import { type Direction, directions } from '#domain/market/direction.ts';
import { type Duration, durations } from '#domain/market/duration.ts';
import { type Outcome, outcomes } from '#domain/signals/outcome.ts';
import { readLateEntry } from '#domain/signals/late-entry.ts';
import { outcomeContradiction } from '#domain/signals/outcome-contradiction.ts';
import { instantOf } from './instant-of.ts';

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
  const issued = issuedOf(signal);
  const ended = endedOf(outcome);
  if (!issued || !ended) return null;
  return signal?.['id'] === outcome?.['signal'] && outcomeContradiction(issued, ended) === null;
}

function issuedOf(leaf: Leaf['leaf']) {
  const direction = directions.find((one): one is Direction => one === leaf?.['direction']);
  const duration = durations.find((one): one is Duration => one === leaf?.['duration']);
  const issuedAt = instantOf(leaf?.['issuedAt']);
  if (!direction || !duration || issuedAt === null) return null;
  return { symbol: String(leaf?.['symbol']), direction, duration, issuedAt };
}

function endedOf(leaf: Leaf['leaf']) {
  const result = outcomes.find((one): one is Exclude<Outcome, 'void'> => one !== 'void' && one === leaf?.['result']);
  const { openPrice, closePrice } = leaf ?? {};
  const openedAt = instantOf(leaf?.['openedAt']);
  const closingTickAt = instantOf(leaf?.['closingTickAt']);
  const expiresAt = instantOf(leaf?.['expiresAt']);
  if (!result || typeof openPrice !== 'number' || typeof closePrice !== 'number') return null;
  const late = lateOf(leaf?.['late']);
  if (openedAt === null || closingTickAt === null || expiresAt === null || late === null) return null;
  return { result, openPrice, closePrice, openedAt, closingTickAt, expiresAt, late };
}

/** Null: not of the form; outcomes recorded before late entries were have none. */
function lateOf(lines: unknown = []) {
  const late = (Array.isArray(lines) ? lines : [null]).map((line) => readLateEntry(String(line)));
  return late.every((one) => one !== null) ? late : null;
}
