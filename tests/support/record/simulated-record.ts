import { randomUUID } from 'node:crypto';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { judge, type Outcome } from '#domain/signals/outcome.ts';
import type { SignalLeaf } from '#record/leaf.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { signals } from '#server/database/schema.ts';
import { appendLeaves, lockFeed, type NewLeaf, writeLeaves } from '#server/modules/record/append/append-leaves.ts';
import { gapLeaves } from '#server/modules/shadow/gap-leaves.ts';
import { minuteMs, secondMs, startOfMinute } from '#domain/time.ts';
import { toUuid } from '#node/sha256.ts';
import { aLiveSignal, aUser, issuedAt } from '../a-signal.ts';
import { createChance } from '../chance.ts';
import { computeHash, type LogEntry, simulatedFeed, simulateLog } from './simulated-log.ts';

export interface SimulatedSignal {
  readonly id: string;
  readonly leaf: SignalLeaf;
  /** Null: still open. */
  readonly result: Outcome | null;
}

const iso = (at: number): string => new Date(at).toISOString();

/**
 * Signals of all models as the product would have recorded them, usually one per second: some still
 * open, a few void, some tied. Every model wins as often as it states. Rows and leaves are written
 * in chronological order.
 */
export async function simulateRecord(
  db: Database,
  options: {
    readonly count: number;
    readonly seed?: number;
    readonly open?: number;
    readonly feed?: string;
    /** Instant at which the first is issued. */
    readonly from?: number;
    /** Interval between two issues. */
    readonly everyMs?: number;
    /** Percentage points by which the stated rate exceeds the real one. */
    readonly overstated?: number;
    /** Each end after its time, statements numbered, minutes without forecasts as gaps. */
    readonly isComplete?: boolean;
  },
): Promise<SimulatedSignal[]> {
  const {
    count,
    seed = 1,
    open = 0,
    feed = 'simulated:1',
    from = issuedAt,
    everyMs = secondMs,
    overstated = 0,
    isComplete = false,
  } = options;
  const chance = createChance(seed);
  const userId = await aUser(db);
  const simulated = Array.from({ length: count }, (_, i) =>
    aSimulated(from + i * everyMs, { isOpen: i >= count - open, chance, feed, overstated }),
  );
  for (let at = 0; at < count; at += 500) {
    const group = simulated.slice(at, at + 500);
    await insertRows(db, userId, group);
    if (!isComplete) await db.transaction((tx) => writeLeaves(tx, [...group.map(issueLeaf), ...ended(group)]));
  }
  if (isComplete) await db.transaction((tx) => appendInOrder(tx, feed, simulated));
  return simulated;
}

/**
 * A part of an honest record: minutes with forecasts, and signals of them from an instant on, each
 * interval one; then the product stops. What lies between it and the part before is a gap.
 */
export async function simulateHonestRecord(
  db: Database,
  { count, seed = 1, open = 0, from = issuedAt, everyMs = secondMs }: HonestPart,
): Promise<SimulatedSignal[]> {
  const userId = await aUser(db);
  const start = startOfMinute(from) - 2 * minuteMs;
  const times = Array.from({ length: count }, (_, i) => Math.max(from + i * everyMs, start + 2 * minuteMs + secondMs));
  // The longest signal ends ten minutes after the last one.
  const minutes = Math.ceil((from + count * everyMs - start) / minuteMs) + 12;
  const simulated = await db.transaction(async (tx) => {
    const { coveredTo, nextSeq } = await lockFeed(tx, simulatedFeed);
    const log = simulateLog({ from: start, minutes, signals: times, seed, firstSeq: nextSeq, open, isStopped: true });
    const gap = { from: coveredTo ?? start, to: start, at: new Date(start + minuteMs) };
    await appendLeaves(tx, [...stoppedLeaves(simulatedFeed, gap), ...log.map(newLeaf)]);
    const ends = new Map(log.flatMap(({ leaf }) => ('signal' in leaf ? [[leaf.signal, leaf.result] as const] : [])));
    return log.flatMap(({ leaf }) => ('id' in leaf ? [{ id: leaf.id, leaf, result: ends.get(leaf.id) ?? null }] : []));
  });
  await insertRows(db, userId, simulated);
  return simulated;
}

interface HonestPart {
  readonly count: number;
  readonly seed?: number;
  /** How many of the last never end. */
  readonly open?: number;
  readonly from?: number;
  readonly everyMs?: number;
}

function newLeaf({ kind, at, leaf }: LogEntry): NewLeaf {
  const minute = 'forecast' in leaf ? leaf.forecast : computeHash(leaf);
  const signalId = 'id' in leaf ? leaf.id : 'signal' in leaf ? leaf.signal : toUuid(minute);
  return { kind, signalId, at: new Date(at), leaf } as NewLeaf;
}

interface Making {
  readonly isOpen: boolean;
  readonly chance: () => number;
  readonly feed: string;
  readonly overstated: number;
}

function aSimulated(at: number, { isOpen, chance, feed, overstated }: Making): SimulatedSignal {
  const passability = Math.round((52 + 10 * chance()) * 100) / 100;
  const leaf: SignalLeaf = {
    id: randomUUID(),
    model: aiModelKeys[Math.floor(chance() * aiModelKeys.length)] ?? 'manual',
    // Unique, so that each is a separate forecast.
    modelVersion: `test ${at}`,
    symbol: 'EURUSD',
    direction: chance() < 0.5 ? 'BUY' : 'SELL',
    passability,
    hasEdge: true,
    duration: 3,
    feed,
    issuedAt: iso(at),
    seq: 0,
    nonce: randomUUID().replaceAll('-', ''),
  };
  const fate = chance();
  if (isOpen) return { id: leaf.id, leaf, result: null };
  if (fate < 0.03) return { id: leaf.id, leaf, result: 'void' };
  if (fate < 0.06) return { id: leaf.id, leaf, result: 'neutral' };
  return { id: leaf.id, leaf, result: chance() * 100 < passability - overstated ? 'successful' : 'unsuccessful' };
}

async function insertRows(db: Database, userId: string, group: readonly SimulatedSignal[]): Promise<void> {
  const template = await aLiveSignal(db, { status: 'settled', result: 'void', userId });
  await db.insert(signals).values(
    group.map(({ id, leaf, result }) => ({
      ...template,
      id,
      // All belong to one user, who may have only one open signal; these are exempt, and on no
      // user's list.
      deletedAt: new Date(issuedAt),
      freesSlot: true,
      aiModel: leaf.model,
      passability: leaf.passability,
      direction: leaf.direction,
      feed: leaf.feed,
      issuedAt: new Date(leaf.issuedAt),
      openedAt: new Date(openedAt(leaf)),
      expiresAt: new Date(expiry(leaf)),
      status: result === null ? ('live' as const) : ('settled' as const),
      result,
    })),
  );
}

const ended = (group: readonly SimulatedSignal[]): Ended[] => group.flatMap((one) => endLeaf(one) ?? []);

/** Minutes without forecasts are recorded as a gap this often. */
const gapEveryMs = 5 * minuteMs;

async function appendInOrder(tx: Transaction, feed: string, all: readonly SimulatedSignal[]): Promise<void> {
  let { coveredTo } = await lockFeed(tx, feed);
  const leaves = [...all.map(issueLeaf), ...ended(all)].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const complete = leaves.flatMap((leaf): NewLeaf[] => {
    const minute = startOfMinute(leaf.at.getTime());
    coveredTo ??= minute - minuteMs;
    if (minute - coveredTo < gapEveryMs) return [leaf];
    const gap = { from: coveredTo, to: minute, at: leaf.at };
    coveredTo = minute;
    return [...stoppedLeaves(feed, gap), leaf];
  });
  await appendLeaves(tx, complete);
}

const openedAt = ({ issuedAt: issued }: SignalLeaf): number => Date.parse(issued) + 200;
const expiry = (leaf: SignalLeaf): number => openedAt(leaf) + leaf.duration * 60_000;

type Issued = Extract<NewLeaf, { kind: 'signal' }> & { readonly leaf: SignalLeaf };
type Ended = Extract<NewLeaf, { kind: 'outcome' | 'void' }>;

const issueLeaf = ({ id, leaf }: SimulatedSignal): Issued => ({
  kind: 'signal',
  signalId: id,
  at: new Date(leaf.issuedAt),
  leaf,
});

function endLeaf({ id, leaf, result }: SimulatedSignal): Ended | null {
  if (result === null) return null;
  const at = new Date(expiry(leaf) + secondMs);
  if (result === 'void')
    return {
      kind: 'void',
      signalId: id,
      at,
      leaf: { signal: id, result, reason: 'no_closing_tick', at: at.toISOString() },
    };
  const closePrice = [1.1001, 1.0999, 1.1].find((price) => judge(leaf.direction, 1.1, price, 5) === result) ?? 1.1;
  const prices = { openPrice: 1.1, openedAt: iso(openedAt(leaf)), closePrice, closingTickAt: iso(expiry(leaf) - 100) };
  const ending = { signal: id, result, ...prices, expiresAt: iso(expiry(leaf)) };
  return { kind: 'outcome', signalId: id, at, leaf: ending };
}

const stoppedLeaves = (feed: string, gap: Parameters<typeof gapLeaves>[1]) =>
  gapLeaves(
    feed,
    gap,
    () => 'stopped',
    () => null,
  );
