import { limits } from '#domain/signals/limits.ts';
import type { EnteringSignal } from '#engine/signal/open-signal.ts';
import type { Database } from '#server/database/connection.ts';
import type { EnterSignal } from './enter-signal.ts';
import { type FeedScope, listEnteringSince, type SignalRow } from '../signals.repository.ts';
import { findFirstTick } from './ticks.repository.ts';

/**
 * Enters signals whose entry tick was logged but whose entry was not written because the database
 * was unavailable or the process ended. Returns the signals without a known entry tick.
 */
export type EnterLate = (issuedBefore: number) => Promise<EnteringSignal[]>;

export const createEnterLate =
  ({ db, feeds, enterSignal }: { db: Database; feeds: FeedScope; enterSignal: EnterSignal }): EnterLate =>
  async (issuedBefore) => {
    const without: EnteringSignal[] = [];
    for (const row of await listEnteringSince(db, new Date(issuedBefore), feeds)) {
      const tick = await findFirstTick(db, { ...row, at: row.issuedAt }, limits.entryWindowMs);
      if (tick) await enterSignal(enteringSignal(row), tick);
      else without.push(enteringSignal(row));
    }
    return without;
  };

export const enteringSignal = (row: SignalRow): EnteringSignal => ({
  id: row.id,
  symbol: row.symbol,
  direction: row.direction,
  duration: row.duration,
  issuedAt: row.issuedAt.getTime(),
});
