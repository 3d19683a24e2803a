import type { Outcome } from '#domain/signals/outcome.ts';
import type { OutcomeShape } from './outcome-mark.tsx';

/** Shape and colour of an outcome of the contract. */
export const outcomeStyle: Record<Outcome, OutcomeShape> = {
  successful: 'win',
  unsuccessful: 'loss',
  neutral: 'equal',
  void: 'void',
};
