import { limits } from '#domain/signals/limits.ts';
import type { EnteringSignal } from '#engine/signal/open-signal.ts';
import type { Database } from '#server/database/connection.ts';
import type { EnterSignal } from './enter-signal.ts';
import { type FeedScope, listEntering } from '../signals.repository.ts';
import { enteringSignal } from './engine-signal.ts';
import { findFirstTicks, tickKey } from './ticks.repository.ts';

/**
 * Enters signals whose entry tick was logged but whose entry was not written because the database
 * was unavailable or the process ended; without `issuedBefore` (milliseconds of market time) all of
 * them. Returns the signals without a known entry tick.
 */
export type EnterLate = (issuedBefore?: number) => Promise<EnteringSignal[]>;

export const createEnterLate =
  ({ db, feeds, enterSignal }: { db: Database; feeds: FeedScope; enterSignal: EnterSignal }): EnterLate =>
  async (issuedBefore) => {
    const rows = await listEntering(db, feeds, issuedBefore);
    const wanted = rows.map(({ feed, symbol, issuedAt }) => ({ feed, symbol, at: issuedAt }));
    const ticks = await findFirstTicks(db, wanted, limits.entryTickWithinMs);
    const without: EnteringSignal[] = [];
    for (const row of rows) {
      const tick = ticks.get(tickKey(row.feed, row.symbol, row.issuedAt.getTime()));
      if (tick) await enterSignal(enteringSignal(row), tick);
      else without.push(enteringSignal(row));
    }
    return without;
  };
