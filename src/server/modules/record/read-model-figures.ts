import type { z } from 'zod';
import type { ModelFigures, ModelsQuery } from '#contract/record.ts';
import { isAiModelKey } from '#domain/ai-model.ts';
import type { Clock } from '#domain/clock.ts';
import { count, createTally, figuresOf, sumOf, type Tally } from '#domain/model-figures.ts';
import type { OutcomeLeaf, SignalLeaf, VoidLeaf } from '#engine/record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import { countLeaves, listSettled, type SettledLeaf } from './record.repository.ts';

export type ReadModelFigures = (query: z.infer<typeof ModelsQuery>) => Promise<ModelFigures[]>;

interface Needs {
  readonly db: Database;
  readonly payout: number;
  /** The market that runs: figures of a simulated one never stand among those of a real one. */
  readonly feed: string;
  /** The market's: which days are the last. */
  readonly clock: Clock;
  /** The product stops: a long count is left. */
  readonly signal: AbortSignal;
}

const dayMs = 86_400_000;
/** The UTC day of an instant, counted from 1970. */
const dayOf = (at: number): number => Math.floor(at / dayMs);

/** Tallies of a market, by the day on which signals ended. */
type Days = Map<number, Tally>;

/** Counted at a time: a few milliseconds, so that requests are answered between. */
const batch = 2_000;

/**
 * From the leaves of the record and nothing else: every leaf is read once, and only new ones when the figures are asked
 * for again. Nothing is stored beside the record; a start counts from the first leaf.
 */
export function createReadModelFigures({ db, payout, feed, clock, signal }: Needs): ReadModelFigures {
  const byFeed = new Map<string, Days>();
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
    const days = [...(byFeed.get(query.feed ?? feed) ?? [])];
    const first = query.days === undefined ? Number.NEGATIVE_INFINITY : dayOf(clock.now()) - query.days + 1;
    const tallies = days.filter(([day]) => day >= first).map(([, tally]) => tally);
    return figuresOf(sumOf(tallies), query.payout ?? payout);
  };
}

function countOne(byFeed: Map<string, Days>, { ended, issued, takenBack }: SettledLeaf): void {
  const { model, passability, feed, id } = JSON.parse(issued) as Partial<SignalLeaf>;
  // By what was hashed, not by the row's kind: a loss that was renamed a forecast still counts.
  if (id === undefined || feed === undefined || passability === undefined || !isAiModelKey(model)) return;
  const days = byFeed.get(feed) ?? new Map<number, Tally>();
  byFeed.set(feed, days);
  const add = (text: string, by: 1 | -1): void => {
    const leaf = JSON.parse(text) as OutcomeLeaf | VoidLeaf;
    const day = dayOf(Date.parse(leaf.result === 'void' ? leaf.at : leaf.expiresAt));
    const tally = days.get(day) ?? createTally();
    days.set(day, tally);
    count(tally, { model, passability, result: leaf.result }, by);
  };
  if (takenBack !== null) add(takenBack, -1);
  add(ended, 1);
}
