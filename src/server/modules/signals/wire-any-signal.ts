import type { AnySignal } from '#contract/admin-signals.ts';
import type { RecordedSignal } from './all-signals.repository.ts';
import { wireSignal } from './wire-signal.ts';

/** A signal as administrators see it among all others. */
export function wireAnySignal({ signal, leaf }: RecordedSignal): AnySignal {
  const { analytics: _ofItsUser, ...wired } = wireSignal(signal);
  return { ...wired, number: leaf.index, isRemoved: signal.deletedAt !== null };
}
