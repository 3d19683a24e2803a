import type { MarketClock } from '#domain/time.ts';
import type { Duration } from '#domain/market/duration.ts';
import { statedDurations } from '#domain/record/shadow-minute.ts';
import { parseMinuteLeaf } from '#record/leaf.ts';
import { inTransaction } from '#server/database/connection.ts';
import { appendLeaves, type NewLeaf } from '#server/modules/record/append/append-leaves.ts';
import type { ReadLoggedTicks } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { decidingPrices, toStatements } from './deciding-prices.ts';
import { listOpenMinutes, lockOpenMinutes, type OpenMinutes, updateToSettled } from './shadow-minutes.repository.ts';

/**
 * Settles open minutes from the tick log; returns their number. What has no tick by then has no
 * price and is void.
 */
export type SettleMinutes = (open: OpenMinutes) => Promise<number>;

interface SettleMinutesDependencies extends Pick<Platform, 'db' | 'crashPoint'> {
  readonly readTicks: ReadLoggedTicks;
  readonly clock: MarketClock;
}

/** Max minutes per transaction. */
const maxBatch = 20;

export const createSettleMinutes = ({ db, readTicks, clock, crashPoint }: SettleMinutesDependencies): SettleMinutes => {
  const settleSome = (open: OpenMinutes): Promise<number> =>
    inTransaction(db, async ({ tx }) => {
      const rows = await lockOpenMinutes(tx, open, maxBatch);
      const at = new Date(clock.now());
      const leaves: NewLeaf[] = [];
      for (const { id, feed, leaf, leafHash } of rows) {
        if (leaf === null || leafHash === null) continue;
        const prices = await decidingPrices(readTicks(tx, feed), parseMinuteLeaf(leaf));
        const ended = { form: 'minute-prices/1', forecast: leafHash.toString('hex'), prices } as const;
        leaves.push({ kind: 'outcome', signalId: id, at, leaf: ended });
        await updateToSettled(tx, id, at);
      }
      // Last, because its lock makes every other writer of the record wait until this commit.
      await appendLeaves(tx, leaves);
      if (rows.length > 0) crashPoint('shadow.before-settle-commit');
      return rows.length;
    });

  return async (open) => {
    let settled = 0;
    for (let count = maxBatch; count === maxBatch; settled += count) count = await settleSome(open);
    return settled;
  };
};

/** A pair of a minute that is not settled, as found by a start. */
export interface OpenPair {
  readonly symbol: string;
  readonly durations: readonly Duration[];
  /** Milliseconds UTC of market time. */
  readonly statedAt: number;
  /** Time of the entry tick; null: none was logged. */
  readonly enteredAt: number | null;
}

interface FindOpenPairsDependencies extends Pick<SettleMinutesDependencies, 'db' | 'readTicks'> {
  readonly feed: string;
}

export const createFindOpenPairs =
  ({ db, readTicks, feed }: FindOpenPairsDependencies) =>
  async (): Promise<OpenPair[]> => {
    const pairs: OpenPair[] = [];
    for (const { leaf, issuedAt } of await listOpenMinutes(db, feed)) {
      const statedAt = issuedAt.getTime();
      const stated = leaf === null ? [] : statedDurations(toStatements(parseMinuteLeaf(leaf)));
      for (const [symbol, durations] of stated) {
        const [entry] = await readTicks(db, feed).first([{ symbol, at: statedAt }]);
        pairs.push({ symbol, durations, statedAt, enteredAt: entry?.time ?? null });
      }
    }
    return pairs;
  };
