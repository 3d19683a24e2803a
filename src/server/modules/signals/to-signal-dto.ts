import type { Signal } from '#contract/signals.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { judgeLateEntry, parseLateEntry } from '#domain/signals/late-entry.ts';
import { isWinner } from '#domain/signals/outcome.ts';
import type { SignalRow } from './signals.repository.ts';

/** Public DTO of a signal. */
export const toSignalDto = (row: SignalRow): Signal => ({
  ...toSignalFacts(row),
  analytics: row.analytics,
  ...toLate(row),
});

/** What a signal is, without its analytics and late entries, which are much larger. */
export const toSignalFacts = (row: Omit<SignalRow, 'analytics' | 'late'>): Omit<Signal, 'analytics' | 'late'> => ({
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
  hasEdge: row.hasEdge,
  ...(row.chaseOf ? { chaseOf: row.chaseOf } : {}),
});

function toLate({ late, direction, closePrice, symbol }: SignalRow): Pick<Signal, 'late'> {
  if (late === null || closePrice === null) return {};
  const ended = { direction, closePrice, digits: priceDigits(symbol) };
  const entries = late.flatMap((line) => parseLateEntry(line) ?? []);
  return {
    late: entries.map((entry) => ({
      delay: entry.delay,
      openPrice: entry.openPrice,
      result: judgeLateEntry(entry, ended),
    })),
  };
}
