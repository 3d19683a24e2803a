import type { RecordReplay, ReplayedSignal } from '#contract/record/views.ts';
import { toInstant } from '#contract/wire.ts';
import { type WallClock, minuteMs } from '#domain/time.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { isOutcomeLeaf, isSignalLeaf, type OutcomeLeaf, type SignalLeaf } from '#record/leaf.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import type { ReadEntries } from './read-entries.ts';

/** Closed bars with `from` <= time < `to`. */
type ReadBars = (symbol: string, from: number, to: number) => readonly Bar[];

interface ReadReplayDependencies {
  readonly readEntries: ReadEntries;
  /** The current market: the bars are those of this market and of no other. */
  readonly feed: string;
  readonly bars: ReadBars;
  readonly clock: WallClock;
}

/** How many of the newest signals are searched for one with an edge and a result. */
const searched = 50;

/** Cached, because every visitor of the home page requests it. */
const maxAgeMs = 5_000;

/**
 * Replay of the newest signal with an edge and a result on the current market, from its leaves and
 * the market's own bars. A practice signal is no example of what is issued.
 */
export const createReadReplay = (needs: ReadReplayDependencies): (() => Promise<RecordReplay>) =>
  cacheAnswer({ clock: needs.clock, ms: maxAgeMs, read: async () => ({ replay: await findReplay(needs) }) });

async function findReplay({ readEntries, feed, bars }: ReadReplayDependencies): Promise<ReplayedSignal | null> {
  const { items } = await readEntries({ limit: searched });
  for (const { issued, ended } of items) {
    const { leaf: signal = {} } = issued;
    const { leaf: outcome = {} } = ended ?? {};
    if (isSignalLeaf(signal) && signal.feed === feed && signal.hasEdge !== false && isOutcomeLeaf(outcome))
      return createReplay(issued.index, signal, outcome, bars);
  }
  return null;
}

function createReplay(index: number, signal: SignalLeaf, outcome: OutcomeLeaf, bars: ReadBars): ReplayedSignal {
  const { symbol, direction, passability, duration, model } = signal;
  const { result, openPrice, openedAt, closePrice, expiresAt } = outcome;
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
    digits: priceDigits(symbol),
    closes: closesAround(bars, symbol, openedAt, expiresAt),
  };
}

/** Minutes before the entry: the prices that are visible before a decision. */
const minutesBefore = 30;

/** Closes of one-minute bars from before the entry to the expiry. */
function closesAround(bars: ReadBars, symbol: string, openedAt: string, expiresAt: string): ReplayedSignal['closes'] {
  const from = Date.parse(openedAt) - minutesBefore * minuteMs;
  return bars(symbol, from, Date.parse(expiresAt) - minuteMs).map(({ time, close }) => ({
    at: toInstant(time + minuteMs),
    price: close,
  }));
}
