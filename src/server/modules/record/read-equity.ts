import type { z } from 'zod';
import type { EquityQuery, RecordEquity } from '#contract/record-views.ts';
import { toInstant } from '#contract/wire.ts';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { countLeaves, listSettled } from './record.repository.ts';
import { createSettledTrades } from './settled-trades.ts';

export type ReadEquity = (query: z.infer<typeof EquityQuery>) => Promise<RecordEquity>;

interface Needs {
  readonly db: Database;
  readonly payout: number;
  /** The market that runs: simulated and real trades are never added up together. */
  readonly feed: string;
  /** The market's: which days are the last. */
  readonly clock: Clock;
  /** The product stops: a long count is left. */
  readonly signal: AbortSignal;
}

const dayMs = 86_400_000;
/** Read at a time: a few milliseconds, so that requests are answered between. */
const batch = 2_000;

/** From the leaves alone: each is read once, and only new ones when it is asked for again. */
export function createReadEquity({ db, payout: usual, feed: current, clock, signal }: Needs): ReadEquity {
  const trades = createSettledTrades();
  let counted = 0;
  let counting: Promise<void> = Promise.resolve();

  const countNew = async (): Promise<void> => {
    for (const size = await countLeaves(db); counted < size; ) {
      signal.throwIfAborted();
      const to = Math.min(size, counted + batch);
      for (const one of await listSettled(db, counted, to)) trades.add(one);
      counted = to;
    }
  };

  return async ({ aiModel, feed = current, payout = usual, days }) => {
    counting = counting.catch(() => undefined).then(countNew);
    await counting;
    const today = Math.floor(clock.now() / dayMs);
    const from = days === undefined ? Number.NEGATIVE_INFINITY : (today - days + 1) * dayMs;
    const { drawdown, points, ...sums } = trades.equity({ feed, model: aiModel, from }, payout);
    return {
      ...sums,
      payout,
      drawdown: drawdown && { ...drawdown, from: toInstant(drawdown.from), to: toInstant(drawdown.to) },
      points: points.map((point) => ({ ...point, at: toInstant(point.at) })),
    };
  };
}
