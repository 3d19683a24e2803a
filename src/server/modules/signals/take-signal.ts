import { isDeepStrictEqual } from 'node:util';
import type { Signal } from '#contract/signals.ts';
import type { MarketClock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { findSignalOfUser, markTaken, type SignalRow } from './signals.repository.ts';
import { toSignalDto } from './to-signal-dto.ts';

const issuedFields = [
  'symbol',
  'signal',
  'time',
  'duration',
  'aiModel',
  'passability',
  'hasEdge',
  'chaseOf',
  'analytics',
] as const;
const laterFields = ['openPrice', 'openedAt', 'closePrice', 'expiresAt', 'result', 'voidReason', 'isWinner'] as const;

/**
 * The user takes a signal as issued. The body must match the issued signal; fields set after the
 * issue may be absent or stale.
 */
export const createTakeSignal =
  ({ db, clock }: { db: Database; clock: MarketClock }) =>
  async (userId: string, claimed: Signal): Promise<{ signal: Signal; isFirst: boolean }> => {
    const row = await findSignalOfUser(db, claimed.id, userId);
    if (!row) throw apiError('signal_not_found');
    const signal = toSignalDto(row);
    const field = mismatch(claimed, signal);
    if (field) throw apiError('signal_mismatch', { details: { field } });
    if (row.takenAt) return { signal, isFirst: false };
    if (isExpired(row, clock.now())) throw apiError('signal_expired');
    return { signal, isFirst: await markTaken(db, row.id, new Date(clock.now())) };
  };

/** Order of the states: the client's copy may be behind, never ahead. */
const stages = ['entering', 'live', 'settled'];

/** Fields fixed at issue must be equal; later fields may be null or equal. */
function mismatch(claimed: Signal, issued: Signal): string | undefined {
  const differs = issuedFields.find((field) => !isDeepStrictEqual(claimed[field], issued[field]));
  if (differs) return differs;
  if (stages.indexOf(claimed.status) > stages.indexOf(issued.status)) return 'status';
  return laterFields.find((field) => claimed[field] !== null && claimed[field] !== issued[field]);
}

const isExpired = (row: SignalRow, now: number): boolean =>
  row.status === 'settled' || (row.expiresAt !== null && row.expiresAt.getTime() <= now);
