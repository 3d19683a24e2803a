import { createHmac } from 'node:crypto';
import type { SecretConfig } from '#server/crypto/seal-text.ts';
import type { MarketClock } from '#domain/clock.ts';
import { limitNames, limitsAt } from '#domain/signals/own-limits.ts';
import { startOfNextDay } from '#domain/market/start-of-day.ts';
import type { Transaction } from '#server/database/connection.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import {
  findLimits,
  findTraderStop,
  type LimitsRow,
  lockLimits,
  updateLimits,
  upsertTraderStop,
} from './limits.repository.ts';
import { emptyRow } from './own-limits.ts';
import type { TraderOfUser } from './limits.api.ts';

/** Transfers the stop for the day from a deleted account to the next one with the same trader. */
export interface CarriedStops {
  /** Call before the limits of the deleted account are deleted. */
  save(tx: Transaction, deleted: Pick<User, 'id' | 'referralId'>): Promise<void>;
  /** Call once the trader is confirmed for the user. */
  apply(tx: Transaction, confirmed: TraderOfUser): Promise<void>;
}

interface CarriedStopsDependencies {
  readonly secrets: SecretConfig;
  readonly clock: MarketClock;
  readonly timezone: string;
}

export function createCarriedStops({ secrets, clock, timezone }: CarriedStopsDependencies): CarriedStops {
  const key = createHmac('sha256', secrets.secret).update('trader stop').digest();
  const computeHash = (traderId: string): Buffer => createHmac('sha256', key).update(traderId).digest();
  return {
    save: async (tx, { id: userId, referralId: traderId }) => {
      if (traderId === null) return;
      const now = clock.now();
      const row = await findLimits(tx, userId);
      const stoppedUntil = row && heldUntil(row, now, startOfNextDay(now, timezone));
      if (stoppedUntil) await upsertTraderStop(tx, { traderHash: computeHash(traderId), stoppedUntil });
    },
    apply: async (tx, { userId, traderId }) => {
      const now = new Date(clock.now());
      const stoppedUntil = await findTraderStop(tx, computeHash(traderId), now);
      if (!stoppedUntil) return;
      const row = await lockLimits(tx, emptyRow(userId, now.getTime()));
      await updateLimits(tx, { ...row, stoppedUntil, changedAt: now });
    },
  };
}

/**
 * The end of the stop; the end of the day if a limit is set, because the results of the day are
 * deleted with the account.
 */
function heldUntil(row: LimitsRow, now: number, dayEnds: number): Date | null {
  const { stoppedUntil } = row;
  if (stoppedUntil && stoppedUntil.getTime() > now) return stoppedUntil;
  const limits = limitsAt(row, now);
  return limitNames.some((name) => limits[name] !== null) ? new Date(dayEnds) : null;
}
