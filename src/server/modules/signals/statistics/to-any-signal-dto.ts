import type { AnySignal } from '#contract/admin/signals.ts';
import type { RecordedSignal } from './all-signals.repository.ts';
import { toSignalDto } from '../to-signal-dto.ts';

/** A signal as listed for administrators. */
export function toAnySignalDto({ signal, leaf }: RecordedSignal): AnySignal {
  const { analytics: _ofItsUser, ...toDto } = toSignalDto(signal);
  return { ...toDto, number: leaf.index, isRemoved: signal.deletedAt !== null };
}
