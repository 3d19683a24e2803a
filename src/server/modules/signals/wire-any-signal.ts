import type { AnySignal } from '#contract/admin-signals.ts';
import type { VoidReason } from '#domain/outcome.ts';
import type { RecordedSignal } from './all-signals.repository.ts';
import { wireSignal } from './wire-signal.ts';

/** A signal as administrators see it among all others. */
export function wireAnySignal({ signal, leaf, outcome }: RecordedSignal): AnySignal {
  const { analytics: _ofItsUser, ...wired } = wireSignal(signal);
  return {
    ...wired,
    number: leaf.index,
    voidReason: signal.result === 'void' ? voidReasonOf(outcome) : null,
    isRemoved: signal.deletedAt !== null,
  };
}

/** What had another outcome first was voided by an operator. */
const voidReasonOf = (outcome: RecordedSignal['outcome']): VoidReason =>
  outcome?.result === 'void' ? (outcome.voidReason as VoidReason) : 'operator';
