import { latestExpiry } from '#domain/signals/entry-window.ts';
import { createCompleteness, type Statement, type Violation } from '#record/completeness.ts';
import { parsePrice } from '#domain/record/shadow-minute.ts';
import { type Duration, durations, maxDuration } from '#domain/market/duration.ts';
import { parseVoidReason } from './signal-leaf.ts';
import type { RecordLeaves } from '#contract/record/views.ts';
import { type Gap, gapReasons } from '#domain/record/gaps.ts';
import { type Direction, directions } from '#domain/market/direction.ts';
import { type Outcome, outcomes } from '#domain/signals/outcome.ts';
import { outcomeContradiction } from '#domain/signals/outcome-contradiction.ts';

/**
 * `form`: not a leaf that this program knows. `outcome`: it does not follow from its prices, or its
 * signal had already ended.
 */
export type LeafViolation = Violation | { readonly kind: 'form' | 'outcome'; readonly index: number };

/** The rules of completeness over leaves as the server shows them; pass them in order. */
interface LeafRules {
  add(leaf: RecordedLeaf): void;
  /**
   * A leaf further on, when not every leaf before it is known: whether it ends a statement, or
   * excuses its delay.
   */
  addLater(leaf: RecordedLeaf): void;
  finish(now: number): void;
}

/** `from`: the index of the first leaf that will be added. */
export function createLeafRules(report: (violation: LeafViolation) => void, from: number): LeafRules {
  const completeness = createCompleteness(report, from);
  const signals = new Map<unknown, RecordedLeaf>();
  const minutes = new Map<unknown, number>();
  const ended = new Set<unknown>();

  const end = (one: RecordedLeaf): void => {
    const { index, leaf = {} } = one;
    if ('forecast' in leaf) {
      const issuedAt = minutes.get(leaf['forecast']);
      const endedAt = issuedAt === undefined ? null : issuedAt + lastPriceMs(leaf['prices']);
      return completeness.end({ index, key: String(leaf['forecast']), endedAt });
    }
    if (leaf['result'] === 'void') {
      if (parseVoidReason(leaf) === null) report({ kind: 'form', index });
    } else {
      const signal = signals.get(leaf['signal']);
      const follows = !signal || followsFromPrices([signal, { ...one, kind: 'outcome' }]) === true;
      if (!follows || ended.has(leaf['signal'])) report({ kind: 'outcome', index });
    }
    ended.add(leaf['signal']);
    completeness.end({ index, key: String(leaf['signal']), endedAt: parseInstant(leaf['expiresAt']) });
  };

  const gap = ({ index, leaf = {} }: RecordedLeaf): void => {
    const found = parseGapLeaf(leaf);
    if (found) completeness.gap(index, String(leaf['feed']), found);
    else report({ kind: 'form', index });
  };

  const addLater = (one: RecordedLeaf): void => {
    if (isEnd(one)) end(one);
    else if (one.leaf?.['form'] === 'gap/1') gap(one);
  };

  return {
    add: (one) => {
      const { index, at, leaf, leafHash } = one;
      if (!leaf) return completeness.closed(index, Date.parse(at));
      if (isEnd(one) || leaf['form'] === 'gap/1') return addLater(one);
      // Verified from bars, by `--recompute`.
      if (leaf['form'] === 'calibration/1') return;
      // Names the preceding record, which only the first leaf may do.
      if (leaf['form'] === 'succession/1' && index === 0) return;
      const statement = toStatement(one);
      if (!statement) return report({ kind: 'form', index });
      if (statement.isMinute) minutes.set(leafHash, statement.issuedAt);
      else if (statement.key !== null) signals.set(statement.key, { ...one, kind: 'signal' });
      completeness.state(statement);
    },
    addLater,
    finish: (now) => completeness.finish(now),
  };
}

const isEnd = ({ leaf }: RecordedLeaf): boolean =>
  leaf !== undefined && ('result' in leaf || leaf['form'] === 'minute-prices/1');

/** Null: neither a signal, nor the forecasts of a minute, nor the answer of a language model. */
function toStatement({ index, leaf = {}, leafHash }: RecordedLeaf): Statement | null {
  const isMinute = leaf['form'] === 'minute/1';
  const isAnswer = leaf['form'] === 'answer/1';
  const { id, feed, seq } = leaf;
  const issuedAt = parseInstant(leaf['issuedAt']);
  const duration = isMinute ? maxDuration : durations.find((one): one is Duration => one === leaf['duration']);
  const key = isMinute ? leafHash : id;
  if ((typeof key !== 'string' && !isAnswer) || typeof feed !== 'string' || issuedAt === null || !duration) return null;
  if (typeof seq !== 'number') return null;
  const expiresBy = latestExpiry(issuedAt, duration);
  return { index, key: typeof key === 'string' ? key : null, feed, seq, issuedAt, expiresBy, isMinute };
}

/** When the last price of a minute was quoted, milliseconds after its statement. */
const lastPriceMs = (prices: unknown): number =>
  (Array.isArray(prices) ? prices : []).reduce<number>(
    (last, line) => Math.max(last, parsePrice(String(line))?.afterMs ?? 0),
    0,
  );

/** A leaf as the server shows it. */
export type RecordedLeaf = RecordLeaves['leaves'][number];

/** Milliseconds UTC; null: the value is not an instant. */
function parseInstant(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) ? at : null;
}

/** Null: not opened, or no gap. */
export function parseGapLeaf(leaf: Readonly<Record<string, unknown>> | undefined): Gap | null {
  const [from, to] = [parseInstant(leaf?.['from']), parseInstant(leaf?.['to'])];
  const reason = gapReasons.find((one) => one === leaf?.['reason']);
  return leaf?.['form'] === 'gap/1' && from !== null && to !== null && reason ? { from, to, reason } : null;
}

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
