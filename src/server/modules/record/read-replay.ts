import type { RecordReplay } from '#contract/record-views.ts';
import { toInstant } from '#contract/wire.ts';
import { findPair } from '#domain/currency-pair.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { problem } from '#server/http/problem.ts';
import type { OutcomeLeaf, SignalLeaf } from '#engine/record/leaf.ts';
import type { ReadEntries } from './read-entries.ts';

export type ReadReplay = () => Promise<RecordReplay>;

interface Needs {
  readonly readEntries: ReadEntries;
  /** The market that runs: the bars are its own, and of no other signal. */
  readonly feed: string;
  /** Closed bars with `from` <= time < `to`. */
  readonly bars: (symbol: string, from: number, to: number) => readonly Bar[];
}

const minuteMs = 60_000;
/** Before the entry: what one sees of a price before one decides. */
const minutesBefore = 30;
/** How many of the newest signals are looked through for one that has a result. */
const searched = 50;

/** The newest signal of the market that runs and has a result, as it went: from its leaves and the market's own bars. Refuses with `not_found`. */
export const createReadReplay =
  ({ readEntries, feed, bars }: Needs): ReadReplay =>
  async () => {
    const { items } = await readEntries({ limit: searched });
    for (const { issued, ended } of items) {
      const signal = issued.leaf as SignalLeaf | undefined;
      const outcome = ended?.leaf as OutcomeLeaf | undefined;
      if (signal?.feed === feed && outcome && ended?.kind === 'outcome')
        return replayOf(issued.index, signal, outcome, bars);
    }
    throw problem('not_found');
  };

function replayOf(index: number, signal: SignalLeaf, outcome: OutcomeLeaf, bars: Needs['bars']): RecordReplay {
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
