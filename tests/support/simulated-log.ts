import { durationMs, type Duration } from '#domain/market/duration.ts';
import { pairInTurn, writePrice, writeStatements } from '#domain/record/shadow-minute.ts';
import { delayMs, lateDelays, writeLateEntry } from '#domain/signals/late-entry.ts';
import { judge, type Outcome } from '#domain/signals/outcome.ts';
import { minuteMs } from '#domain/time.ts';
import { leafHash } from '#record/hash.ts';
import { canonicalLeaf, type Leaf, type MinuteLeaf, type SignalLeaf } from '#record/leaf.ts';
import { sha256 } from '#server/sha256.ts';
import { chanceOf } from './chance.ts';

/** A leaf as its operator appended it. Instants in milliseconds UTC. */
export interface LogEntry {
  readonly kind: 'signal' | 'forecast' | 'outcome' | 'void' | 'gap' | 'closing';
  /** When it was appended. */
  readonly at: number;
  readonly leaf: Leaf;
  /** When its content became public. */
  readonly opensAt: number;
}

interface Simulation {
  /** The start of a minute. */
  readonly from: number;
  readonly minutes: number;
  readonly signals: number;
  readonly seed?: number;
}

export const simulatedFeed = 'simulated:1';
const symbols = ['EURUSD', 'GBPUSD', 'USDJPY'];
const openPrice = 1.1;
const entryAfterMs = 200;

/** An honest record: every minute stated and settled, signals between them, all in order. */
export function simulateLog({ from, minutes, signals, seed = 1 }: Simulation): LogEntry[] {
  const chance = chanceOf(seed);
  const end = from + minutes * minuteMs;
  const entries = [
    ...Array.from({ length: minutes }, (_, i) => minuteEntries(from + i * minuteMs, end, chance)).flat(),
    ...Array.from({ length: signals }, () =>
      signalEntries(from + Math.floor(chance() * minutes * minuteMs), end, chance),
    ).flat(),
  ];
  return numbered(entries.toSorted((a, b) => a.at - b.at));
}

/** Statements numbered in their order, and everything that names a leaf by its hash renamed. */
export function numbered(entries: readonly LogEntry[]): LogEntry[] {
  const renamed = new Map<string, string>();
  let seq = 0;
  return entries.map((entry) => {
    const { leaf } = entry;
    if ('seq' in leaf) {
      const next = { ...leaf, seq: seq++ };
      renamed.set(hashOf(leaf), hashOf(next));
      return { ...entry, leaf: next };
    }
    if ('forecast' in leaf)
      return { ...entry, leaf: { ...leaf, forecast: renamed.get(leaf.forecast) ?? leaf.forecast } };
    return entry;
  });
}

export const hashOf = (leaf: Leaf): string => Buffer.from(leafHash(sha256, canonicalLeaf(leaf))).toString('hex');

const iso = (at: number): string => new Date(at).toISOString();
const hex = (chance: () => number): string =>
  Array.from({ length: 32 }, () => Math.floor(chance() * 16).toString(16)).join('');

function minuteEntries(minute: number, end: number, chance: () => number): LogEntry[] {
  const at = minute + minuteMs + 650;
  const inTurn = pairInTurn(symbols, minute) ?? 'EURUSD';
  const statement = { symbol: inTurn, direction: chance() < 0.5 ? 'BUY' : 'SELL', isInTurn: true } as const;
  const statements = ([2, 5, 10] as const).map((duration) => {
    const passability = Math.round((50 + 10 * chance()) * 100) / 100;
    return { ...statement, duration, passability, isSignal: passability > 56, isIssued: passability > 56 };
  });
  const leaf: MinuteLeaf = {
    form: 'minute/1',
    feed: simulatedFeed,
    inTurn,
    issuedAt: iso(at),
    seq: 0,
    nonce: hex(chance),
    forecasts: [writeStatements({ model: 'kurs_ai_v2', version: 'v', statements })],
  };
  const lastMs = entryAfterMs + durationMs(10);
  const prices = [
    { minutes: 0, price: openPrice, afterMs: entryAfterMs } as const,
    ...([2, 5, 10] as const).map((duration) => ({
      minutes: duration,
      price: chance() < 0.5 ? 1.101 : 1.099,
      afterMs: entryAfterMs + durationMs(duration) - 100,
    })),
  ].map((price) => writePrice({ symbol: inTurn, ...price }));
  const settledAt = at + lastMs + 6_000;
  const stated = { kind: 'forecast', at, leaf, opensAt: settledAt } as const;
  if (settledAt >= end) return at < end ? [stated] : [];
  const settled = { form: 'minute-prices/1', forecast: hashOf(leaf), prices } as const;
  return [stated, { kind: 'outcome', at: settledAt, leaf: settled, opensAt: settledAt }];
}

function signalEntries(at: number, end: number, chance: () => number): LogEntry[] {
  const duration: Duration = ([3, 5, 7, 10] as const)[Math.floor(chance() * 4)] ?? 5;
  const leaf: SignalLeaf = {
    id: idOf(chance),
    model: 'kurs_ai_v1',
    modelVersion: 'v',
    symbol: 'EURUSD',
    direction: chance() < 0.5 ? 'BUY' : 'SELL',
    passability: Math.round((52 + 10 * chance()) * 100) / 100,
    duration,
    feed: simulatedFeed,
    issuedAt: iso(at),
    seq: 0,
    nonce: hex(chance),
  };
  const openedAt = at + entryAfterMs;
  const expiresAt = openedAt + durationMs(duration);
  const closePrice = [1.101, 1.099, 1.1][Math.floor(chance() * 3)] ?? 1.1;
  const result: Exclude<Outcome, 'void'> = judge(leaf.direction, openPrice, closePrice, 5);
  const times = { openedAt: iso(openedAt), closingTickAt: iso(expiresAt - 100), expiresAt: iso(expiresAt) };
  const endedAt = expiresAt + 1_000;
  const issued = { kind: 'signal', at, leaf, opensAt: expiresAt } as const;
  if (endedAt >= end) return [issued];
  const late = lateDelays.map((delay) =>
    writeLateEntry({
      delay,
      openPrice: (at + delay) % 2 === 0 ? 1.0995 : 1.1005,
      afterMs: delayMs(delay) + entryAfterMs,
    }),
  );
  const ended = { signal: leaf.id, result, openPrice, closePrice, ...times, late };
  return [issued, { kind: 'outcome', at: endedAt, leaf: ended, opensAt: endedAt }];
}

const idOf = (chance: () => number): string =>
  hex(chance).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
