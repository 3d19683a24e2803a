import type { Signal } from '#contract/signals.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { isWinner } from '#domain/signals/outcome.ts';
import { getBreakEven } from '#domain/signals/edge.ts';
import type { SignalRow } from './signals.repository.ts';

/** Public DTO of a signal. */
export const toSignalDto = (row: SignalRow): Signal => ({
  ...toSignalFacts(row),
  analytics: row.analytics,
});

/** What a signal is, without its analytics, which are much larger. */
export const toSignalFacts = (row: Omit<SignalRow, 'analytics'>): Omit<Signal, 'analytics'> => ({
  id: row.id,
  symbol: row.symbol,
  signal: row.direction,
  time: toInstant(row.issuedAt.getTime()),
  duration: row.duration,
  aiModel: row.aiModel,
  status: row.status,
  openPrice: row.openPrice,
  openedAt: toInstantOrNull(row.openedAt),
  closePrice: row.closePrice,
  expiresAt: toInstantOrNull(row.expiresAt),
  result: row.result,
  voidReason: row.voidReason,
  isWinner: row.result && isWinner(row.result),
  passability: row.passability,
  payout: row.payout,
  breakEven: getBreakEven(row.payout),
  hasEdge: row.hasEdge,
  recordIndex: row.recordIndex,
  ...(row.chaseOf ? { chaseOf: row.chaseOf } : {}),
});
