import type { RecordReplay, ReplayedSignal } from '#contract/record-views.ts';
import { toInstant } from '#contract/wire.ts';
import type { Clock } from '#domain/clock.ts';
import { findPair } from '#domain/market/currency-pair.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { isOutcomeLeaf, isSignalLeaf, type OutcomeLeaf, type SignalLeaf } from '#engine/record/leaf.ts';
import { minuteMs } from '#domain/time.ts';
import type { ReadEntries } from './read-entries.ts';

export type ReadReplay = () => Promise<RecordReplay>;

interface Needs {
  readonly readEntries: ReadEntries;
  /** The current market: the bars are those of this market and of no other. */
  readonly feed: string;
  /** Closed bars with `from` <= time < `to`. */
  readonly bars: (symbol: string, from: number, to: number) => readonly Bar[];
  /** The wall's. */
  readonly clock: Clock;
}

/** Minutes before the entry: the prices that are visible before a decision. */
const minutesBefore = 30;
/** How many of the newest signals are searched for one that has a result. */
const searched = 50;

/** Cached, because every visitor of the home page requests it. */
const retentionMs = 5_000;

/**
 * Replay of the newest signal with a result on the current market, from its leaves and the market's
 * own bars.
 */
export function createReadReplay(needs: Needs): ReadReplay {
  let cached: { readonly at: number; readonly replay: Promise<ReplayedSignal | null> } | null = null;

  return async () => {
    const now = needs.clock.now();
    if (!cached || Math.abs(now - cached.at) >= retentionMs) {
      const replay = findReplay(needs);
      cached = { at: now, replay };
      // An error is passed to its callers and not cached.
      replay.catch(() => {
        cached = null;
      });
    }
    return { replay: await cached.replay };
  };
}

async function findReplay({ readEntries, feed, bars }: Needs): Promise<ReplayedSignal | null> {
  const { items } = await readEntries({ limit: searched });
  for (const { issued, ended } of items) {
    const { leaf: signal = {} } = issued;
    const { leaf: outcome = {} } = ended ?? {};
    if (isSignalLeaf(signal) && signal.feed === feed && isOutcomeLeaf(outcome))
      return replayOf(issued.index, signal, outcome, bars);
  }
  return null;
}

function replayOf(index: number, signal: SignalLeaf, outcome: OutcomeLeaf, bars: Needs['bars']): ReplayedSignal {
  const { symbol, direction, passability, duration, model } = signal;
  const { result, openPrice, openedAt, closePrice, expiresAt } = outcome;
  const from = Date.parse(openedAt) - minutesBefore * minuteMs;
  return {
    index,
    symbol,
    direction,
    passability,
    duration,
    aiModel: model,
    result,
    openPrice,
    openedAt,
    closePrice,
    expiresAt,
    digits: findPair(symbol)?.digits ?? 5,
    closes: bars(symbol, from, Date.parse(expiresAt) - minuteMs).map(({ time, close }) => ({
      at: toInstant(time + minuteMs),
      price: close,
    })),
  };
}
