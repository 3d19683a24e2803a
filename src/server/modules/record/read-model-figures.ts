import type { z } from 'zod';
import type { ModelFigures, ModelsQuery } from '#contract/record.ts';
import { isAiModelKey } from '#domain/ai-model.ts';
import { count, createTally, figuresOf, type Tally } from '#domain/model-figures.ts';
import type { OutcomeLeaf, SignalLeaf, VoidLeaf } from '#engine/record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import { countLeaves, listSettled, type SettledLeaf } from './record.repository.ts';

export type ReadModelFigures = (query: z.infer<typeof ModelsQuery>) => Promise<ModelFigures[]>;

interface Needs {
  readonly db: Database;
  readonly payout: number;
  /** The market that runs: figures of a simulated one never stand among those of a real one. */
  readonly feed: string;
  /** The product stops: a long count is left. */
  readonly signal: AbortSignal;
}

/** Counted at a time: a few milliseconds, so that requests are answered between. */
const batch = 2_000;

/**
 * From the leaves of the record and nothing else: every leaf is read once, and only new ones when the figures are asked
 * for again. Nothing is stored beside the record; a start counts from the first leaf.
 */
export function createReadModelFigures({ db, payout, feed, signal }: Needs): ReadModelFigures {
  const byFeed = new Map<string, Tally>();
  let counted = 0;
  let counting: Promise<void> = Promise.resolve();

  const countNew = async (): Promise<void> => {
    for (const size = await countLeaves(db); counted < size; ) {
      signal.throwIfAborted();
      const to = Math.min(size, counted + batch);
      for (const one of await listSettled(db, counted, to)) countOne(byFeed, one);
      counted = to;
    }
  };

  return async (query) => {
    counting = counting.catch(() => undefined).then(countNew);
    await counting;
    return figuresOf(byFeed.get(query.feed ?? feed) ?? createTally(), query.payout ?? payout);
  };
}

function countOne(byFeed: Map<string, Tally>, { ended, issued, takenBack }: SettledLeaf): void {
  const { model, passability, feed, id } = JSON.parse(issued) as Partial<SignalLeaf>;
  // By what was hashed, not by the row's kind: a loss that was renamed a forecast still counts.
  if (id === undefined || feed === undefined || passability === undefined || !isAiModelKey(model)) return;
  const tally = byFeed.get(feed) ?? createTally();
  byFeed.set(feed, tally);
  if (takenBack !== null) count(tally, { model, passability, result: resultOf(takenBack) }, -1);
  count(tally, { model, passability, result: resultOf(ended) });
}

const resultOf = (leaf: string): (OutcomeLeaf | VoidLeaf)['result'] =>
  (JSON.parse(leaf) as OutcomeLeaf | VoidLeaf).result;
