import type { Duration } from '#domain/market/duration.ts';
import { statedDurations } from '#domain/record/shadow-minute.ts';
import { parseMinuteLeaf } from '#record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import type { ReadLoggedTicks } from '#server/modules/signals/signals.api.ts';
import { toStatements } from './deciding-prices.ts';
import { listOpenMinutes } from './shadow-minutes.repository.ts';

/** A pair of a minute that is not settled, as found by a start. */
export interface OpenPair {
  readonly symbol: string;
  readonly durations: readonly Duration[];
  /** Milliseconds UTC of market time. */
  readonly statedAt: number;
  /** Time of the entry tick; null: none was logged. */
  readonly enteredAt: number | null;
}

interface FindOpenPairsDependencies {
  readonly db: Database;
  readonly readTicks: ReadLoggedTicks;
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
