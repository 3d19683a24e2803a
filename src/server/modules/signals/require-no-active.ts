import { toInstant } from '#contract/wire.ts';
import { apiError } from '#server/http/api-error.ts';
import { getExpiry } from './settlement/engine-signal.ts';
import type { SignalRow } from './signals.repository.ts';
import { toSignalDto } from './to-signal-dto.ts';

/**
 * Throws for a trader with an active signal. `open`: the trader's signals without an outcome, of which
 * reset ones that freed their user are not active.
 */
export function requireNoActive(open: readonly SignalRow[]): void {
  const active = open.find(({ freesSlot }) => !freesSlot);
  if (!active) return;
  const availableAt = toInstant(getExpiry(active));
  throw apiError('signal_active', { details: { signal: toSignalDto(active), availableAt } });
}
