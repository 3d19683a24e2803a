import { durationMs, type Duration } from '#domain/market/duration.ts';
import {
  pairInTurn,
  parseStatements,
  type Statement,
  statedDurations,
  writePrice,
  writeStatements,
} from '#domain/record/shadow-minute.ts';
import { limits } from '#domain/signals/limits.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { edgeLeft } from '#domain/signals/entry-window.ts';
import { judge, type Outcome } from '#domain/signals/outcome.ts';
import { minuteMs } from '#domain/time.ts';
import { leafHash } from '#record/hash.ts';
import { canonicalLeaf, type Leaf, type MinuteLeaf, type SignalLeaf } from '#record/leaf.ts';
import { sha256 } from '#node/sha256.ts';
import { createChance } from '../chance.ts';

/** A leaf as its operator appended it. Instants in milliseconds UTC. */
export interface LogEntry {
  readonly kind: 'signal' | 'forecast' | 'outcome' | 'void' | 'gap' | 'calibration';
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
  /** How many, at any time, or when each is issued: at the earliest a second after a minute was stated. */
  readonly signals: number | readonly number[];
  readonly seed?: number;
  /** How many statements of the feed the record holds already. */
  readonly firstSeq?: number;
  /** The last ones never end. */
  readonly open?: number;
  /** The product stops at the end, and what has no price by then is recorded as it is. */
  readonly isStopped?: boolean;
}

export const simulatedFeed = 'simulated:1';
const symbols = ['EURUSD', 'GBPUSD', 'USDJPY'];
/** Between two ticks of a pair; they fall on whole multiples. */
const tickMs = 400;
const statedAfterMs = 650;

/** The one price that each pair has at the time of a tick. */
function priceAt(symbol: string, time: number): number {
  const [seconds, place] = [time / 1_000, symbols.indexOf(symbol) + 1];
  const wave = Math.sin(seconds / (97 * place)) + 0.7 * Math.sin(seconds / (31 + place)) + 0.2 * Math.sin(seconds / 7);
  return symbol === 'USDJPY'
    ? Math.round((150 + 0.1 * wave) * 1_000) / 1_000
    : Math.round((1.1 + 0.001 * wave) * 1e5) / 1e5;
}

const firstTickFrom = (time: number): number => Math.ceil(time / tickMs) * tickMs;
const lastTickBy = (time: number): number => Math.floor(time / tickMs) * tickMs;

/** An honest record: every minute stated and settled, signals of its forecasts between them, all in order. */
export function simulateLog(simulation: Simulation): LogEntry[] {
  const { from, minutes, signals, seed = 1, firstSeq = 0, open = 0, isStopped = false } = simulation;
  const chance = createChance(seed);
  const end = from + minutes * minuteMs;
  const stated = Array.from({ length: minutes }, (_, i) => statedMinute(from + i * minuteMs, chance));
  const times =
    typeof signals === 'number'
      ? Array.from({ length: signals }, () => {
          const minute = from + minuteMs * (1 + Math.floor(chance() * (minutes - 2)));
          return minute + statedAfterMs + Math.floor(chance() * 59_000);
        })
      : signals;
  const entries = [
    ...stated.flatMap((leaf) => minuteEntries(leaf, end, isStopped)),
    ...times.flatMap((at, i) => {
      // The newest that was stated before it.
      const minute = stated[Math.floor((at - statedAfterMs - from) / minuteMs) - 1];
      return minute ? signalEntries(minute, { at, end, isOpen: i >= times.length - open, chance }) : [];
    }),
  ];
  return numbered(
    entries.toSorted((a, b) => a.at - b.at),
    firstSeq,
  );
}

/** Statements numbered in their order, and everything that names a leaf by its hash renamed. */
export function numbered(entries: readonly LogEntry[], firstSeq = 0): LogEntry[] {
  const renamed = new Map<string, string>();
  let seq = firstSeq;
  return entries.map((entry) => {
    const { leaf } = entry;
    if ('seq' in leaf) {
      const next = { ...leaf, seq: seq++ };
      renamed.set(computeHash(leaf), computeHash(next));
      return { ...entry, leaf: next };
    }
    if ('forecast' in leaf)
      return { ...entry, leaf: { ...leaf, forecast: renamed.get(leaf.forecast) ?? leaf.forecast } };
    return entry;
  });
}

export const computeHash = (leaf: Leaf): string => Buffer.from(leafHash(sha256, canonicalLeaf(leaf))).toString('hex');

const iso = (at: number): string => new Date(at).toISOString();
const hex = (chance: () => number): string =>
  Array.from({ length: 32 }, () => Math.floor(chance() * 16).toString(16)).join('');

/** What two models state: the one of the pair in turn, the other signals of one pair. */
function statedMinute(minute: number, chance: () => number): MinuteLeaf {
  const inTurn = pairInTurn(symbols, minute) ?? 'EURUSD';
  const statement = (symbol: string, duration: Duration, signal: { readonly isIssued: boolean } | null): Statement => {
    const passability = Math.round(((signal ? 57 : 50) + 5 * chance()) * 100) / 100;
    const direction = chance() < 0.5 ? 'BUY' : 'SELL';
    const isIssued = signal?.isIssued ?? false;
    return {
      symbol,
      duration,
      direction,
      passability,
      isInTurn: symbol === inTurn,
      isSignal: signal !== null,
      isIssued,
    };
  };
  return {
    form: 'minute/1',
    feed: simulatedFeed,
    inTurn,
    issuedAt: iso(minute + minuteMs + statedAfterMs),
    seq: 0,
    nonce: hex(chance),
    inputs: 'c'.repeat(64),
    forecasts: [
      {
        model: 'kurs_ai_v1',
        statements: ([3, 5, 7, 10] as const).map((one) => statement('EURUSD', one, { isIssued: true })),
      },
      { model: 'kurs_ai_v2', statements: ([2, 5, 10] as const).map((one) => statement(inTurn, one, null)) },
    ].map(({ model, statements }) => writeStatements({ model: model as AiModelKey, version: 'v', statements })),
  };
}

function minuteEntries(leaf: MinuteLeaf, end: number, isStopped: boolean): LogEntry[] {
  const at = Date.parse(leaf.issuedAt);
  const due = at + durationMs(10) + 6_500;
  const settledAt = isStopped ? Math.min(due, end) : due;
  const stated = { kind: 'forecast', at, leaf, opensAt: settledAt } as const;
  if (at >= end) return [];
  if (settledAt >= end && !isStopped) return [stated];
  const settled = { form: 'minute-prices/1', forecast: computeHash(leaf), prices: getPrices(leaf, at, end) } as const;
  return [stated, { kind: 'outcome', at: settledAt, leaf: settled, opensAt: settledAt }];
}

/** No tick is known after the end. */
function getPrices({ forecasts }: MinuteLeaf, at: number, end: number): string[] {
  const models = forecasts.flatMap((line) => parseStatements(line) ?? []);
  return statedDurations(models).flatMap(([symbol, durations]) => {
    const entryAt = firstTickFrom(at);
    const line = (minutes: 0 | Duration, time: number): string =>
      writePrice({ symbol, minutes, price: priceAt(symbol, time), afterMs: time - at });
    return [
      line(0, entryAt),
      ...durations.flatMap((duration) => {
        const expiry = entryAt + durationMs(duration);
        const time = lastTickBy(Math.min(expiry, end));
        return expiry - time <= limits.closingTickMaxAgeMs ? [line(duration, time)] : [];
      }),
    ];
  });
}

interface Making {
  readonly at: number;
  readonly end: number;
  readonly isOpen: boolean;
  readonly chance: () => number;
}

/** A signal of the model that states signals. */
function signalEntries(minute: MinuteLeaf, { at, end, isOpen, chance }: Making): LogEntry[] {
  const statedAt = Date.parse(minute.issuedAt);
  const [own] = minute.forecasts.flatMap((line) => parseStatements(line) ?? []);
  const forecast = own?.statements[Math.floor(chance() * 4)];
  if (!own || !forecast) return [];
  const { symbol, duration, direction } = forecast;
  const left = (time: number): number => edgeLeft(duration, time - (statedAt - statedAfterMs));
  const leaf: SignalLeaf = {
    id: getId(chance),
    model: own.model,
    modelVersion: own.version,
    symbol,
    direction,
    passability: 50 + ((forecast.passability - 50) * left(at)) / left(statedAt),
    hasEdge: true,
    duration,
    feed: simulatedFeed,
    issuedAt: iso(at),
    seq: 0,
    nonce: hex(chance),
  };
  const openedAt = firstTickFrom(at);
  const expiresAt = openedAt + durationMs(duration);
  const closingTickAt = lastTickBy(expiresAt);
  const [openPrice, closePrice] = [priceAt(symbol, openedAt), priceAt(symbol, closingTickAt)];
  const result: Exclude<Outcome, 'void'> = judge(direction, openPrice, closePrice, 5);
  const times = { openedAt: iso(openedAt), closingTickAt: iso(closingTickAt), expiresAt: iso(expiresAt) };
  const endedAt = expiresAt + 1_000;
  const issued = { kind: 'signal', at, leaf, opensAt: expiresAt } as const;
  if (isOpen || endedAt >= end) return [issued];
  const ended = { signal: leaf.id, result, openPrice, closePrice, ...times };
  return [issued, { kind: 'outcome', at: endedAt, leaf: ended, opensAt: endedAt }];
}

const getId = (chance: () => number): string =>
  hex(chance).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
